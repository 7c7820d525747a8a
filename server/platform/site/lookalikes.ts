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

const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].map(RegExp.escape).join('')}]`, 'gu')

/** Each letter as the Latin one a person takes it for. */
export const inLatin = (text: string) =>
  text.replace(LOOKALIKE, (char) => LOOKALIKES.get(char) ?? char)
