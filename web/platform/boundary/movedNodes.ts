/** What a translating browser put in the place of a text that React goes on writing to. */
const inPlaceOf = new WeakMap<Node, Element>()
const watch = new MutationObserver(note)

const isTranslation = (node: Node | null): node is Element => node?.nodeName === 'FONT'

function note(changes: MutationRecord[]): void {
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
    const shown = inPlaceOf.get(target)
    // written again: the translation is of the words before
    if (shown && !target.isConnected) shown.replaceWith(target)
    const near = [...addedNodes, previousSibling, nextSibling].find(isTranslation)
    for (const gone of removedNodes) {
      if (!near || gone.nodeType !== Node.TEXT_NODE) continue
      inPlaceOf.set(gone, near)
      watch.observe(gone, { characterData: true })
    }
  }
}

/** The child of `parent` in which `node`, or what was put in its place, stands by now; null where none does. */
function findAnchor(parent: Node, node: Node | null): Node | null {
  if (node === null || node.parentNode === parent) return node
  note(watch.takeRecords())
  let place: Node | null = node
  while (place && place.parentNode !== parent)
    place = place.parentNode ?? inPlaceOf.get(place) ?? null
  return place
}

/**
 * Lets React go on where a browser translates the page: it wraps texts or puts others in their
 * place, and React would take the whole screen away for one it misses. Returns the way to stop.
 */
export function bearMovedNodes(): () => void {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function insert<T extends Node>(node: T, before: Node | null): T {
    return insertBefore.call(this, node, findAnchor(this, before)) as T
  }
  Node.prototype.removeChild = function remove<T extends Node>(child: T): T {
    const place = findAnchor(this, child)
    if (place) removeChild.call(this, place)
    return child
  }
  watch.observe(document, { childList: true, subtree: true })
  return () => {
    watch.disconnect()
    Object.assign(Node.prototype, { insertBefore, removeChild })
  }
}
