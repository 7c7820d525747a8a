/** The first article after one that stands in a list, asked for when that one may be gone. */
export function restOfList(within: Element): () => HTMLElement | null {
  const later: Element[] = []
  for (
    let line = within.closest('li');
    line;
    line = line.nextElementSibling as HTMLLIElement | null
  )
    later.push(line)
  return () =>
    later
      .slice(1)
      .find(({ isConnected }) => isConnected)
      ?.querySelector('article') ?? null
}
