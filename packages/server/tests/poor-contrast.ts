/** How readable a page is, as the browser shows it. */

/** Runs in the page: text that is too faint on its ground. */
export const POOR_CONTRAST = `(() => {
  const luminance = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map((v) => v / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor
      if (!color.endsWith(', 0)')) return color
    }
    return 'rgb(255, 255, 255)'
  }
  const poor = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (node.data.trim() === '' || element.closest('script')) continue
      // What an element has in place of its content is not rendered.
      if (getComputedStyle(element).color === '') continue
    const [a, b] = [luminance(getComputedStyle(element).color), luminance(ground(element))].sort((x, y) => y - x)
    const contrast = (a + 0.05) / (b + 0.05)
    if (contrast < 4.5) poor.push([node.data, Math.round(contrast * 100) / 100])
  }
  return poor
})()`
