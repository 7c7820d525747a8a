/** The first article after one that stands in a list, asked for when that one may be gone. */
export function restOfList(within: Element): () => HTMLElement | null {
  const later: Element[] = []
  for (let line = within.closest('li')?.nextElementSibling; line; line = line.nextElementSibling)
    later.push(line)
  return () => later.find(({ isConnected }) => isConnected)?.querySelector('article') ?? null
}
