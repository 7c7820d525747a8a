// Whether a user name would pass for the club or its staff (docs/decisions/009-look-alike-usernames.md).
import { usernameKey } from './profiles.policy.ts'

const list = (words: string) => words.split(' ')

/** Who speaks for the club, and nobody is called in a longer word either: `Adminteam`, `Chefmoderator`. */
const OFFICES = list(
  'admin administrator administration moderator moderation support clubleitung clubteam kundenservice kundendienst helpdesk админ администратор администрация модератор поддержка поддержки',
)
/** Who speaks for the club as a word of its own: in longer ones it is something else (`Modest`, `Stafford`). */
const WORDS = list(
  'admins coadmin comoderator administratorin administratoren moderatorin moderatoren moderatorinnen moderators mod mods staff system security webmaster inhaber inhaberin betreiber betreiberin geschäftsführer geschäftsführerin geschäftsführung',
)
/** What says whose somebody is, of which a whole name may not be made: `Club-Team`, `Hilfe`. */
const GENERAL = list(
  'club team hilfe help service info kontakt contact leitung official offiziell offizielle offizieller offizielles sicherheit',
)
const SMALL = list('der die das the vom von of im in your dein unser')

/** What makes another word of one, and no compound. */
const DERIVED = list('ton ers ert erin ing ive isch istic maid maids ity')
/** A shorter rest is the ending of a word, or of a name. */
const SHORTEST_PART = 3
/** A club may be called by what stands in anybody's name. */
const SHORTEST_OWN = 5

const LEET: Record<string, string> = {
  '!': 'i',
  '¡': 'i',
  '|': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '€': 'e',
}

const A = 'a'.codePointAt(0)!
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ'
/** The alphabets drawn as signs, white on black and of flags, by their A; each has 26, as the small capitals. */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6]
const DRAWN = [
  ...SMALL_CAPITALS,
  ...ALPHABETS.flatMap((first) =>
    Array.from({ length: 26 }, (_, place) => String.fromCodePoint(first + place)),
  ),
]

/** Letters that are drawn as something else, and read all the same, as themselves. */
const undrawn = (text: string): string =>
  Array.from(text, (sign) => {
    const place = DRAWN.indexOf(sign)
    return place < 0 ? sign : String.fromCodePoint(A + (place % 26))
  })
    .join('')
    // it says how the sign before it is drawn
    .replace(/\uFE0F/g, '')

/** Umlauts as they are written where there are none. */
const SPELLED: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }
const replaceUmlauts = (text: string) =>
  text.toLowerCase().replace(/[äöü]/g, (one) => SPELLED[one] ?? one)

/** Letters with a stroke, which no form of Unicode takes off. */
const STROKES: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ƀ: 'b', ɍ: 'r' }

/** Without accents and strokes, and as it looks. */
const foldedKey = (text: string): string =>
  usernameKey(text.normalize('NFKD').replace(/\p{M}/gu, ''))
    .replace(/[øłđħŧƀɍ]/g, (letter) => STROKES[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '')

const listKeys = (words: readonly string[]) => [
  ...new Set(words.flatMap((word) => [foldedKey(word), foldedKey(replaceUmlauts(word))])),
]
const [offices, words, general, small, derived] = [OFFICES, WORDS, GENERAL, SMALL, DERIVED].map(
  listKeys,
) as [string[], string[], string[], string[], string[]]

const replaceSigns = (text: string) => text.replace(/[!¡|3457@$€]/g, (sign) => LEET[sign] ?? sign)
const withoutNumber = (text: string) => text.replace(/^\p{N}+|\p{N}+$/gu, '')

/** The words of a name in each way in which one may read them: signs for letters, numbers at their ends, letter by letter. */
function readings(username: string): string[][] {
  // or they would be letters of the word before
  const read = undrawn(username.replace(/[™℠]/g, ' ').normalize('NFKC'))
  const parted = read.replace(/(\p{Ll})(?=\p{Lu}\p{Ll})/gu, '$1 ')
  return [read, parted].flatMap((name) =>
    [
      name.split(/[^\p{L}\p{N}\p{M}]+/u).map(withoutNumber),
      replaceSigns(name).split(/[^\p{L}\p{N}\p{M}]+/u),
    ].map((some) => some.map(foldedKey).filter(Boolean)),
  )
}

/** Whether a word is another with the s of a genitive or a joint (`Moderations-Team`), or with a longer part of its own. */
function isCompound(word: string, office: string): boolean {
  if (word === `${office}s`) return true
  if (word.length < office.length + SHORTEST_PART) return false
  if (word.endsWith(office)) return true
  return word.startsWith(office) && !derived.includes(word.slice(office.length))
}

/** Whether nothing stands in a text but some of these, one after the other, with or without an s behind each. */
const isComposed = (text: string, parts: readonly string[]): boolean =>
  text === '' ||
  parts
    .flatMap((part) => [part, `${part}s`])
    .some((part) => text.startsWith(part) && isComposed(text.slice(part.length), parts))

/** Whether a name would pass for the club itself; the club's own name counts wherever it stands. */
export function isReserved(username: string, clubName: string): boolean {
  const own = listKeys([clubName]).filter(Boolean)
  const ownWords = clubName
    .split(/[^\p{L}\p{N}]+/u)
    .map(foldedKey)
    .filter(Boolean)
  const strong = [...offices, ...own.filter(({ length }) => length >= SHORTEST_OWN)]
  const all = [...offices, ...words, ...own]
  return readings(username).some((read) => {
    const joined = read.join('')
    return (
      all.includes(joined) ||
      read.some(
        (word) => all.includes(word) || strong.some((office) => isCompound(word, office)),
      ) ||
      (own.length > 0 && ` ${read.join(' ')} `.includes(` ${ownWords.join(' ')} `)) ||
      (isComposed(joined, [...all, ...general, ...small]) && !isComposed(joined, small))
    )
  })
}
