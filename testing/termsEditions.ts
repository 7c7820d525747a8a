type Changes = Record<'de' | 'en', readonly string[]>

/**
 * Gives `termsChanges` three editions in place of what the club ships: the one in force and two
 * before it. `first` is the one before these, the first there was, which changed nothing. Once
 * disposed of, the club has its own again.
 */
export function makeTermsEditions(
  termsChanges: Record<string, Changes>,
  inForce: string,
): Disposable & { versions: readonly string[]; first: string } {
  const own = { ...termsChanges }
  const replaceBy = (changes: Record<string, Changes>) => {
    for (const version of Object.keys(termsChanges)) delete termsChanges[version]
    Object.assign(termsChanges, changes)
  }
  const versions = [inForce, '1.8.0', '1.7.0']
  const changesOf = (version: string): Changes => ({
    de: [`Eins ist neu in ${version}.`, `Zwei ist neu in ${version}.`],
    en: [`One is new in ${version}.`, `Two is new in ${version}.`],
  })
  replaceBy(Object.fromEntries(versions.map((one) => [one, changesOf(one)])))
  return { versions, first: '1.6.0', [Symbol.dispose]: () => replaceBy(own) }
}
