// Tells what is said of messengers, of money and of people from a way to reach somebody.
import { limits } from './limits.ts'

/** What is said of anything, and what nobody is called at a messenger; “gleich wie hier” is a name there. */
const EVERYDAY = new Set(
  `ja nein nie niemals nicht nichts kein keine keinen schon noch immer wieder mal auch nur sehr ganz zu echt halt eben
  bitte danke gern gerne klar egal lieber leider vielleicht heute morgen gestern jetzt dann später bald
  ich du wir ihr sie man es das der die ein eine mir mich dir bin ist sind war hab habe hat hatte gibt gibts geht kenne
  kenn brauche brauch mag will nutze weiß aber und oder für mit ohne von mehr alle alles was wer
  gut toll super schlecht langweilig furchtbar blöd doof schwach alt neu voll leer weg tot kaputt defekt gelöscht gesperrt
  vergessen privat gehackt worden verschwunden deaktiviert
  yes no never not nothing always please thanks maybe sure today tomorrow yesterday now later soon again just really very
  too the a an i you we they it is was are do don't have had for with without of more all and or but
  good great bad boring awful old new full empty gone dead broken down deleted banned private forgotten hacked`.split(
    /\s+/,
  ),
)

/** “Washington DC - tolle Stadt”, “Seattle, WA – Regen”, “Hamburger SC - toller Verein”: a name goes before, and words follow. */
const IN_PLACE = [/^(?:dc|sc|wa)\s?[–-]/, /[A-ZÀ-Þ][a-zß-ÿ]+,? $/] as const
/** “Washington, DC: drei Tage Regen”; but “Mia, DC: miatanzt” is how somebody signs. */
const IN_KNOWN_PLACE = [
  /^(?:dc|wa)\s?:/,
  /(?:Washington|Georgetown|Seattle|Tacoma|Spokane),? $/,
] as const
/** A sentence, and no name alone. */
const WORDS_FOLLOW = /^\s[a-zß-ÿ]+\s[a-zß-ÿ]+/i

export function isNoPlace(found: string, written: string, before: string, after: string): boolean {
  const isIn = ([name, place]: readonly [RegExp, RegExp]) => name.test(found) && place.test(before)
  const isPlace = isIn(IN_PLACE) || (isIn(IN_KNOWN_PLACE) && WORDS_FOLLOW.test(after))
  return !isPlace && isNoTalk(found, written, before, after)
}

const GENDERED = '[a-zß-ÿ]*(?:er|or|ist|ent|ant|freund|kolleg|nachbar)[.]in'
const GENDERED_PAIR = new RegExp(`^${GENDERED}(?:/${GENDERED})+[.,;:!?)"“”…]*$`, 'i')

/** “Freund.in/Partner.in”, as some write who mean everybody; `insta.in/Mia` leads elsewhere. */
export const isOfEitherGender = (written: string) => GENDERED_PAIR.test(written)

const NEVER = String.raw`(?<![a-zß-ÿ])(?:nie|niemals|never|niemandem)(?:\s(?:fremden|jemandem|wieder|ever))?\s`
const BEFORE_ALL = new RegExp(`${NEVER}$`)
const BEFORE_LAST = new RegExp(`^[^,]*${NEVER}\\S+$`)
const OF_TWO = /,|(?<![a-zß-ÿ])(?:du|ihr|you)(?![a-zß-ÿ])/

/** Right before the money or the verb: “Nie Geld leihen!”, but not “Ich hab nie Geld, leihst du mir was?” */
const isWarning = (found: string, before: string) =>
  BEFORE_LAST.test(found) || (BEFORE_ALL.test(before.toLowerCase()) && !OF_TWO.test(found))

const FOR_ONESELF = /(?<![a-zß-ÿ])(?:mir|uns|me|us)(?![a-zß-ÿ])/
const TO_ONESELF = /^\s(?:(?:du|ihr|sie)\s)?(?:mir|uns|me|us)(?![a-zß-ÿ])/i

/**
 * Things are lent for money, too: “Räder leihen für 15 Euro”, “der Transfer kostet 30 Euro”. And who warns of it asks for
 * none.
 */
export function isAsking(found: string, _: string, before: string, after: string): boolean {
  if (isWarning(found, before)) return false
  const isOfThings =
    /(?:^|\s)(?:leih|borg|lend|borrow|transfer)/.test(found) &&
    /,|\s(?:man|für|ab|for|from|kostet|costs?)\s/.test(found)
  return !isOfThings || FOR_ONESELF.test(before.toLowerCase() + found) || TO_ONESELF.test(after)
}

/** “Session: 20Uhr”, “Line: 80er-Hits”. */
const COUNTED =
  /^\d{1,4}(?:\.\d\d)?(?:h\d{0,2}|uhr|[ap]m|ers?|s|x|g|min|std|km|mal|st|nd|rd|th|ter|te)(?![a-zß-ÿ0-9_])/

/** So much of what follows a name is looked at, or a long text would be read again for each name in it. */
const FOLLOWING = limits.postText

/**
 * Unless it is how a match ended, when something is, or nothing but everyday words follow, to the very end of a post: “DC: ganz
 * klar”, “mein Insta ist weg”. Behind a dash a sentence goes on: “TikTok – das war einmal”.
 */
export function isNoTalk(found: string, _: string, _before: string, rest: string): boolean {
  const after = rest.slice(0, FOLLOWING)
  const name = /[^\s:=>→–]+$/.exec(found)?.[0].replace(/[.-]+$/, '') ?? ''
  if (/^(?:\d{1,2}-\d{1,2}|(?:19|20)\d\d(?:-\d{2,4})?)$/.test(name) || COUNTED.test(name))
    return false
  const isSentence = EVERYDAY.has(name) && !/^(?:ich|bin|i)$/.test(name) && !/[@_\d]/.test(after)
  if (isSentence && /\s[–-]\s/.test(found)) return false
  return ![name, ...after.toLowerCase().split(/[\s,.!?…]+/)].every(
    (word) => word === '' || EVERYDAY.has(word),
  )
}
