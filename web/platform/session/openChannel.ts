/** Null where tabs cannot talk to each other. */
export function openChannel(name: string): BroadcastChannel | null {
  // browsers before 2022 lack it; one that blocks storage for the site throws
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
