// Letters that look like Latin ones, after Unicode's confusables.txt: Cyrillic and Greek in the case
// in which they do, and what Latin letters and digits are taken for each other.
// docs/decisions/009-look-alike-usernames.md
const LOOKALIKES = new Map(
  [
    ['a', 'АаΑαɑ'],
    ['b', 'ВвЬьΒ'],
    ['c', 'СсϹϲ'],
    ['d', 'Ԁԁ'],
    ['e', 'ЕеΕҽ'],
    ['g', 'Ԍɡց'],
    ['h', 'НнΗҺһհ'],
    ['j', 'ЈјͿϳ'],
    ['k', 'КкΚκ'],
    ['l', 'iіІΙιı1|Ӏӏǀ!'],
    ['m', 'МмΜ'],
    ['n', 'Νηոп'],
    ['o', '0ОоΟοօσ'],
    ['p', 'РрΡρ'],
    ['q', 'Ԛԛգ'],
    ['r', 'гᴦ'],
    ['s', 'Ѕѕꜱ'],
    ['t', 'ТтΤτ'],
    ['u', 'υսᴜ'],
    ['v', 'νѴѵ'],
    ['w', 'Ԝԝѡω'],
    ['x', 'ХхΧχ'],
    ['y', 'УуΥҮүγ'],
    ['z', 'Ζᴢ'],
    ['-', '‐‑‒–—−_'],
    ["'", '’‘ʼ`´'],
  ].flatMap(([latin = '', others = '']) => Array.from(others, (other) => [other, latin] as const)),
)

const inLatin = (text: string) => Array.from(text, (char) => LOOKALIKES.get(char) ?? char).join('')

/** What a person would take two usernames for: equal keys look the same, so a key is given once. */
export function usernameKey(username: string): string {
  const folded = inLatin(username.normalize('NFKC'))
    .toUpperCase()
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
  return inLatin(folded).replaceAll('rn', 'm').replaceAll('vv', 'w')
}

/** Whoever still waits in line sees nobody yet but themselves. */
export const mayLookAt = (
  viewer: { userId: string; isAdmitted: boolean },
  memberId: string,
): boolean => viewer.isAdmitted || viewer.userId === memberId
