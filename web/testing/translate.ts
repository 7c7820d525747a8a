/**
 * Translates the page as browsers do, and everything that comes after, without changing a word.
 * Of a text that is `wrapped` the node stays inside the browser's own; one `replaced` is gone.
 * Returns the way to stop.
 */
export function translate(how: 'wrapped' | 'replaced'): () => void {
  const own = new WeakSet<Node>()
  const font = () => document.createElement('font')
  const turn = (text: Text) => {
    if (own.has(text) || !text.data.trim()) return
    const place = font()
    const shown = how === 'wrapped' ? text : new Text(text.data)
    own.add(shown)
    text.replaceWith(place)
    place.append(font())
    place.firstChild?.appendChild(shown)
  }
  const turnAll = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) turn(text)
  }
  const watch = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!target.isConnected) continue
      if (target instanceof Text) turn(target)
      else turnAll(target)
    }
  })
  turnAll(document.body)
  watch.observe(document.body, { childList: true, characterData: true, subtree: true })
  return () => watch.disconnect()
}
