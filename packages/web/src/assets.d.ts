/** Files that the bundler turns into URLs or style sheets. */
declare module '*.svg' {
  const url: string
  export default url
}
declare module '*.css'
