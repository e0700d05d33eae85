/**
 * A script of the viewer did not come. The connection may be lost, and then it comes later; or the site has scripts of a newer build, and
 * then only a page that is read anew has their addresses. The browser does not tell which.
 */
export const NOT_LOADED =
  'A part of the viewer could not be loaded: the connection is lost, or the site has been updated.'
