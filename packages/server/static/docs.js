// The documents are whole without it: the menu is the browser's, and the search a form. With it the menu closes when a link
// in it is followed, what is searched shows as it is typed, and links to the reference from when it was one page lead on.

const menu = document.querySelector('#documents')
menu.addEventListener('click', ({ target }) => {
  if (target.closest('a') !== null && menu.matches(':popover-open')) menu.hidePopover()
})

// Beside the page the list may be longer than the window.
const [current] = [...menu.querySelectorAll('[aria-current]')].slice(-1)
if (current !== undefined) menu.scrollTop = current.offsetTop - menu.clientHeight / 3

const PAUSE_MS = 150
const found = document.querySelector('#found')
if (found !== null) {
  const field = document.querySelector('main input[name=q]')
  let typed = 0
  const follow = async () => {
    const turn = ++typed
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    if (turn !== typed) return
    const address = new URL(field.form.action)
    if (field.value.trim() !== '') address.searchParams.set('q', field.value)
    const answer = await fetch(address).catch(() => null)
    if (turn !== typed || answer === null || !answer.ok) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (turn !== typed) return
    document.querySelector('#count').textContent = page.querySelector('#count').textContent
    found.replaceChildren(...page.querySelector('#found').childNodes)
    history.replaceState(null, '', address)
  }
  field.addEventListener('input', () => void follow())

  const anchor = location.hash.slice(1)
  if (anchor !== '' && document.getElementById(anchor) === null)
    location.replace(new URL(`at/${anchor}`, import.meta.url))
}
