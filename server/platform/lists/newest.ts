/** Puts an entry last, and takes out the one put longest ago where there would be more than `most`. */
export function putNewest<K, V>(
  map: Map<K, V>,
  [key, value]: readonly [K, V],
  { most }: { most: number },
): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
