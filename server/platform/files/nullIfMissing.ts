/** Null when there is no such file or folder; what cannot be read for another reason is no nothing. */
export const nullIfMissing = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
