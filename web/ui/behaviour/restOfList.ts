/** The first article of a list from a line on, asked for when what stands there may be gone, or another. */
export function restOfList(within: Element): () => HTMLElement | null {
  const lines: Element[] = []
  for (let line = within.closest<Element>('li'); line; line = line.nextElementSibling)
    lines.push(line)
  return () => {
    const there = lines.filter(({ isConnected }) => isConnected)
    return there.map((line) => line.querySelector('article')).find((one) => one !== null) ?? null
  }
}
