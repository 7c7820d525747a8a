// Finds in a text what leads out of the club: links, addresses, numbers, names at messengers, frauds.
import { plainDigits } from '../digits.ts'
import { beforePhone } from '../phoneNumbers.ts'
import { allMatches } from '../words.ts'
import { isAsking, isNoPlace, isNoTalk, isOfEitherGender } from '../everydayTalk.ts'

/**
 * Recognises what leads out of the club: links, addresses, numbers, names at messengers, and the
 * words of well-known frauds. The same in the browser, before sending, and at the server. Every
 * repetition is bounded, so the time taken grows no faster than the text.
 */
const contactKinds = [
  'email',
  'link',
  'iban',
  'phone',
  'handle',
  'scam',
  /** Worth a warning and nothing more: the address of a bar is one, too. */
  'address',
] as const
export type ContactKind = (typeof contactKinds)[number]

/** What was recognised, and where in the text, in UTF-16 units: `text.slice(from, to)`. */
export type ContactData = { kind: ContactKind; from: number; to: number }

/**
 * The letters and numbers of a `readable` text. Named for all scripts (\p{L}) it would be shorter, but
 * two dozen such patterns take a server 40 ms to prepare and a phone four times as long, and again
 * whenever the engine has forgotten them.
 */
const LETTER = 'a-zß-öø-ÿ'
const WORD = `${LETTER}0-9¼`
const START = `(?<![${WORD}])`
const END = `(?![${WORD}])`
const LABEL = `[${WORD}](?:[${WORD}-]{0,61}[${WORD}])?`
// those that are words as well only count with a path: people forget the space after a full stop
const TOP = 'de|com|net|org|eu|ch|io|xyz|biz|ru|uk|fr|nl|pl|dev|cc|ws|ee|carrd\\.co|bsky\\.social'
const WORDLIKE_TOP =
  'me|to|it|es|ly|is|so|be|in|am|at|info|app|club|online|shop|site|link|live|chat|vip|tv|gg|page|one|co|ai|bio|social'
const TOLD_TOP = 'de|com|net|org|info|eu|at|ch'
const TOLD_DOT = '(?:punkt|dot)'
// never at the end of a longer word: a “Treffpunkt” is a place
const DOT = String.raw`(?:\s[([{]?\s?${TOLD_DOT}\s?[)\]}]?\s?|[([{]\s?${TOLD_DOT}\s?[)\]}]\s?|${TOLD_DOT}(?=[${LETTER}]))`

const messengers =
  'whats\\s?app|whatsup|telegram|threema|snap\\s?chat|insta(?:gram)?|discord|wickr|viber|wechat|skype|kik|tik\\s?tok|only\\s?fans|facebook|twitter|bluesky|linkedin|fetlife|joyclub'
/** Too short to stand alone. */
const shortNames = 'snap|wa|tg|ig|fb|tele|sc|dc'
/** Also everyday words. */
const wordlike = 'signal|session|line'
const DIGITS_TOLD =
  'null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|zero|one|two|three|four|five|six|seven|eight|nine'
const anywhere = `(?:${messengers}|${shortNames}|${wordlike})`
const NAME = String.raw`@?[${WORD}][${WORD}._-]{2,31}`
/** Names at those have a number or a stroke in them, words behind a colon have none. */
const NUMBERED = String.raw`(?:@|(?=[${WORD}.-]{0,31}[0-9_])(?=[0-9._-]{0,31}[${LETTER}]))[${WORD}][${WORD}._-]{2,31}`
const STROKED = String.raw`(?=[${WORD}.]{1,31}_[${WORD}])[${WORD}._]{3,32}`
/** Neither the end of a longer word nor behind an article. */
const ALONE = String.raw`(?<![${WORD}/-])(?<!${START}(?:der|die|das|dem|den|ein|eine|einen|the|a|an)\s)`
const IS = String.raw`\s?(?::|=|->|→|–|-\s)\s{0,2}`
const CALLED = String.raw`[\s-](?:name|id|nummer|number|account|handle)`
const IS_SAID = String.raw`\s(?:ist|is|heißt|lautet|=)\s`
/** Where an address without its ending is one all the same. */
const MAIL_HOSTS =
  'gmail|googlemail|gmx|web|yahoo|hotmail|outlook|icloud|protonmail|posteo|freenet|t-online'
const CALLS =
  'schreib|schreibt|schreibe|schreiben|meld|melde|meldet|add|adde|added|write|find|finde|findest|findet|such|sucht|kontaktier|kontaktiere|erreichst|erreicht|reach|chatten|weiter|wechseln|reden|ich\\shei(?:ß|ss)e|heißt\\s(?:du|ihr)|folge?\\smir|follow\\sme'
/** “Let's go to DC” is a journey: behind these a short name or a word needs a verb of talking. */
const TOGETHER = "lasst?\\suns|(?:wollen|sollen)\\swir|let[’']?s|let\\sus|shall\\swe"
const TALKING = 'schreiben|weiterschreiben|weiterreden|weiter|wechseln|reden|chatten|telefonieren'
/** Nouns as well, behind an article: “der Talk auf Discord”. */
const CALLS_OR_NAMES = 'text|message|hit|ping|dm|contact|switch|talk'

const BY = 'auf|bei|über|per|via|on|zu|to|in'

const MONEY = String.raw`(?:geld|euros?|eur|€|dollars?|bucks|usd|\$|money|cash|pounds?|£)`
const ASKS =
  'leih|leihe|leihen|leihst|leiht|borg|borge|borgen|borgst|borgt|auslegen|vorstrecken|überweis|überweise|überweisen|überweist|lend|loan|borrow|wire|transfer|(?:schick|schicke|schicken|send|sende|senden)\\s(?:sie\\s)?(?:mir|uns|me|us)'

/**
 * Where in what was found that which is meant begins, or null; `written` is the same as it stands in the text,
 * and `before` the little that stands before it, `after` all that comes then.
 */
type Begin = (found: string, written: string, before: string, after: string) => number | null
const always: Begin = () => 0
const when =
  (isMeant: (...all: Parameters<Begin>) => boolean): Begin =>
  (...all) =>
    isMeant(...all) ? 0 : null

const patterns: [kind: ContactKind, pattern: RegExp, begin?: Begin][] = [
  [
    'email',
    all(String.raw`[${WORD}._%+-]{1,64}@[${WORD}-]{1,63}(?:\.[${WORD}-]{1,63}){1,4}`),
    when((_, written) => hasEnding(written.slice(written.indexOf('@') + 1))),
  ],
  [
    'email',
    all(
      String.raw`${START}[${WORD}._%+-]{1,64}\s?[([{]\s?(?:at|ät|@)\s?[)\]}]\s?${LABEL}(?:\.|${DOT})[${LETTER}]{2,10}${END}`,
    ),
    when((_, written) => !/\.[^.]+$/.test(written) || hasEnding(written)),
  ],
  [
    'email',
    all(
      String.raw`${START}[${WORD}._%+-]{1,64}\s(?:at|ät)\s${LABEL}(?:\.|\s${TOLD_DOT}\s)(?:${TOLD_TOP})${END}`,
    ),
    when((_, written) => !beginsSentence(written)),
  ],
  // “Danke @Web” is said to a member
  [
    'email',
    all(
      String.raw`${START}[${WORD}._%+-]{1,64}(?:@|\s@(?=\s|(?:${MAIL_HOSTS})[.,](?:${TOLD_TOP})${END})|\s?[([{]\s?(?:at|ät|@)\s?[)\]}]|\sät\s)\s?(?:${MAIL_HOSTS})${END}`,
    ),
  ],
  ['link', /https?:\/\/[^\s]{1,400}/g],
  ['link', all(String.raw`${START}www\.[^\s]{2,400}`)],
  [
    'link',
    all(String.raw`(?<![${WORD}@.-])(?:${LABEL}\.){1,4}(?:${TOP})(?:[/?#][^\s]{0,400})?${END}`),
    when((_, written) => /[/?#]/.test(written) || !beginsSentence(written)),
  ],
  [
    'link',
    all(String.raw`(?<![${WORD}@.-])(?:${LABEL}\.){1,4}(?:${WORDLIKE_TOP})\/[^\s]{1,400}`),
    when(
      (_, written) =>
        !beginsSentence(written.slice(0, written.indexOf('/'))) && !isOfEitherGender(written),
    ),
  ],
  [
    'link',
    all(String.raw`${START}${LABEL}${DOT}(?:${TOLD_TOP})${END}`),
    when((_, written) => !/(?:Info|Net|At)$/.test(written)),
  ],
  [
    'link',
    all(String.raw`${START}${LABEL}(?:\s\.\s?|\s?[([{]\s?\.\s?[)\]}]\s?)(?:de|com|org)${END}`),
    when((_, written) => !/[A-Z][a-z]+$/.test(written)),
  ],
  ['iban', all(String.raw`${START}[a-z]{2}\s?\d{2}(?:[\s.-]?[a-z0-9]){11,30}`), when(isIban)],
  [
    'phone',
    all(
      String.raw`${START}(?:\+|\(\+?)?(?:\d|o(?=1[5-7]\d))(?:[\s.\-–/()_|·•*]{0,3}\d){6,40}${END}`,
    ),
    beforePhone,
  ],
  // told in words, but for who counts
  [
    'phone',
    all(String.raw`${START}(?:null|zero)(?:[\s,.-]{1,2}(?:${DIGITS_TOLD})){7,20}${END}`),
    when((found) => !/^(?:null\W+eins\W+zwei|zero\W+one\W+two)\W/.test(found)),
  ],
  // behind the prefix of a mobile, whatever stands between; none is as short as six
  ['phone', all(String.raw`${START}01[5-7]\d[^${WORD}\n]{1,3}\d{7,9}${END}`)],
  ['handle', all(`${START}(?:${messengers})${IS}${NAME}`), when(isNoTalk)],
  ['handle', all(`${ALONE}(?:${shortNames})${IS}${NAME}`), when(isNoPlace)],
  ['handle', all(`${START}(?:${wordlike}|${shortNames})${IS}${NUMBERED}`), when(isNoTalk)],
  [
    'handle',
    all(String.raw`${START}${anywhere}(?:${CALLED}(?:${IS}|${IS_SAID})|[\s-]id\s)${NAME}`),
    when(isNoTalk),
  ],
  ['handle', all(String.raw`${START}(?:${messengers})[^@\n]{0,20}@[${WORD}._]{3,32}`)],
  // nearer where it may be a member who is named: “Tolle Session, @Mia!”
  [
    'handle',
    all(
      String.raw`${START}(?:(?:auf|bei|über|via|per|on)\s(?:${shortNames}|${wordlike})[^@\n]{0,20}|(?:${shortNames})[\s:=–-]{1,3})@[${WORD}._]{3,32}`,
    ),
  ],
  [
    'handle',
    all(String.raw`${START}(?:${wordlike})\s@(?=[${WORD}.-]{0,31}[0-9_])[${WORD}._-]{3,32}`),
  ],
  // where nothing else is said
  ['handle', all(String.raw`(?<=(?:^|[\n.,;:!?|•·/])\s?)(?:line|signal)\s@[${WORD}._]{3,32}`)],
  // a name with a stroke in it needs no other sign
  ['handle', all(String.raw`${START}(?:${messengers}|${shortNames})\s${STROKED}`)],
  ['handle', all(String.raw`${START}${STROKED}\s(?:auf|bei|on|at)\s${anywhere}${END}`)],
  ['handle', all(String.raw`@[${WORD}._]{3,32}\s?\((?:${messengers}|${shortNames})\)`)],
  ['handle', all(String.raw`${START}threema\s(?=[a-z]{0,7}\d)[a-z\d]{8}${END}`)],
  [
    'handle',
    all(
      String.raw`${START}(?:auf|bei|on)\s(?:${messengers}|${shortNames})\s(?:heiß|heiße|heisse|nenne)\sich${END}`,
    ),
  ],
  ['handle', all(String.raw`@[${WORD}._]{3,32}\s(?:auf|bei|on|at)\s${anywhere}${END}`)],
  [
    'handle',
    all(
      String.raw`(?:${START}(?:${CALLS})|${ALONE}(?:${CALLS_OR_NAMES}))${END}[^.!?\n]{0,40}\s(?:${BY})\s${anywhere}${END}`,
    ),
    // where one waits, how one agrees, and a city
    when((_, written) => !/\sin\s(?:line|session)$|^Follow\sme\sto\sDC$/.test(written)),
  ],
  [
    'handle',
    all(
      String.raw`${START}(?:${TOGETHER})${END}[^.!?\n]{0,40}\s(?:${BY})\s(?:(?:${messengers})${END}|(?:${shortNames}|${wordlike})\s(?:${TALKING})${END})`,
    ),
  ],
  [
    'handle',
    all(
      String.raw`${START}(?:mein|meine|my|mei)\s(?:${anywhere}${CALLED}${IS_SAID}${NAME}|(?:${messengers}|${shortNames})${IS_SAID}${NAME}|(?:${wordlike})${IS_SAID}${NUMBERED})`,
    ),
    when(isNoTalk),
  ],
  [
    'handle',
    all(
      // neither who wants none of it nor who speaks of what stood there
      String.raw`${START}(?<!(?:n['’]t|not|never)\s)(?:hast|habt|have(?!\syou\s(?:seen|read|heard))|got|nutzt|benutzt|use|gib|gibst|give)${END}[^.!?\n]{0,20}\s(?:${messengers})${END}(?!\s(?:gesehen|gelesen|gehört))`,
    ),
  ],
  ['handle', all(String.raw`${START}[${WORD}._]{2,32}#\d{4}(?!\d)`)],
  [
    'scam',
    all(
      String.raw`${START}(?:bitcoins?|btc|ethereum|usdt|tether|krypto\s?-?(?:wallet|währung|investment|handel)|crypto\s?-?(?:wallet|currency|investment|trading)|wallet\s?-?adresse|wallet\s?-?address|forex|trading\s?-?(?:plattform|platform|signale?|signals?)|gift\s?-?cards?|geschenkkarten?|gutscheincodes?|steam\s?-?(?:karten?|cards?|guthaben)|(?:google[\s-]?play|itunes|amazon|apple)\s?-?(?:karten?|cards?|guthaben)|paysafe(?:card|karte)?|western\s?union|moneygram)${END}`,
    ),
  ],
  [
    'scam',
    all(String.raw`${START}(?:bc1[a-z0-9]{25,59}|[13][1-9a-z]{25,34}|0x[0-9a-f]{40})${END}`),
  ],
  // who asks for money
  [
    'scam',
    all(
      String.raw`${START}(?:${ASKS})${END}[^.!?\n]{0,40}?(?<![${LETTER}])${MONEY}(?![${LETTER}])`,
    ),
    when(isAsking),
  ],
  [
    'scam',
    all(String.raw`(?<![${LETTER}])${MONEY}(?![${LETTER}])[^.!?\n]{0,30}\s(?:${ASKS})${END}`),
    when(isAsking),
  ],
  [
    'scam',
    all(
      String.raw`${START}(?:du|ihr|sie)\s(?:mir|uns)\s[^.!?\n]{0,20}${MONEY}\s(?:schicken|senden|geben)${END}`,
    ),
  ],
  [
    'address',
    all(
      String.raw`${START}[${LETTER}][${LETTER}-]{1,30}(?:straße|strasse|str\.|weg|allee|gasse|platz)\s?\d{1,4}\s?[a-z]?${END}(?!\s?(?:km|min|minuten?|std|stunden?|tage?|wochen?|jahre?|mal|euro|€|%)${END})`,
    ),
  ],
]

function all(pattern: string): RegExp {
  return new RegExp(pattern, 'g')
}

/** ISO 13616: letters count from ten on, and what is left of a division by 97 is one. */
function isIban(found: string): boolean {
  const whole = found.replace(/[\s.-]/g, '').toUpperCase()
  for (let length = Math.min(34, whole.length); length >= 15; length -= 1) {
    const iban = whole.slice(0, length)
    if (iban.replace(/\D/g, '').length < 10) continue
    let rest = 0
    for (const char of iban.slice(4) + iban.slice(0, 4))
      rest = Number(`${rest}${Number.parseInt(char, 36)}`) % 97
    if (rest === 1) return true
  }
  return false
}

/**
 * Whether what follows the last full stop begins a sentence: with a capital, unless all is written in
 * capitals. `written` ends with it.
 */
function beginsSentence(written: string): boolean {
  const at = written.lastIndexOf('.') + 1
  const [first = ''] = written.slice(at)
  return at > 0 && first !== first.toLowerCase() && written !== written.toUpperCase()
}

const isKnownEnding = (label: string) => `|${TOP}|${TOLD_TOP}|`.includes(`|${label.toLowerCase()}|`)

/** Whether a host ends before the next sentence begins: in `gmx.de.Komm` it does, in `Mia.Komm` it does not. */
function hasEnding(host: string): boolean {
  const at = host.lastIndexOf('.')
  if (at < 0) return false
  return isKnownEnding(host.slice(at + 1)) || !beginsSentence(host) || hasEnding(host.slice(0, at))
}

/**
 * The text in small letters, each sign in its place: those with a plain form (full-width, superscript)
 * as that, digits of another script as their value, other letters and numbers beyond Latin-1 as one of them, for all
 * that matters is that they are.
 */
const readable = (text: string) =>
  text
    .replace(/[^\0-\x7F]/gu, (char) => {
      const usual = char.normalize('NFKC')
      if (usual.length === char.length && usual <= 'ÿ') return usual
      // as wide as a space and as empty
      if (char === '\u2800') return ' '
      if (char === '—') return '–'
      if (/[‐‑‒―−]/.test(char)) return '-'
      if (/\p{Nd}/u.test(char) && char.length === 1) return plainDigits(char)
      if (/\p{L}/u.test(char)) return 'ø'.repeat(char.length)
      return /\p{N}/u.test(char) ? '¼'.repeat(char.length) : char
    })
    .toLowerCase()

// what makes a key of a digit hides it as well
const DISGUISED = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u20E3\u{10000}-\u{10FFFF}]/u
const ALL_SEEN = /[^\p{Default_Ignorable_Code_Point}\p{Cf}\u20E3]/gu

type Place = { from: number; to: number }

/** A sign of two units whose plain form has one (bold and other letters and digits for formulas) as that. */
function readSign(sign: string): string {
  const plain = sign.length > 1 ? plainDigits(sign) : sign
  return plain.length === 1 ? plain : sign
}

/** A text as it looks, without what is drawn as nothing, and where each of its units stands in it. */
function readSeen(text: string): { seen: string; placeOf: (at: number) => Place } {
  if (!DISGUISED.test(text)) return { seen: text, placeOf: (at) => ({ from: at, to: at + 1 }) }
  let seen = ''
  const places: Place[] = []
  for (const { 0: sign, index } of allMatches(ALL_SEEN, text)) {
    seen += readSign(sign)
    while (places.length < seen.length) places.push({ from: index, to: index + sign.length })
  }
  return { seen, placeOf: (at) => places[at]! }
}

/** All that was recognised, in the order of the text; of two that overlap the one listed first above. */
export function findContactData(text: string): ContactData[] {
  const { seen, placeOf } = readSeen(text)
  return findInSeen(seen).map(({ kind, from, to }) => ({
    kind,
    from: placeOf(from).from,
    to: placeOf(to - 1).to,
  }))
}

function findInSeen(shown: string): ContactData[] {
  // as keyboards of Chinese and Japanese write it
  const text = shown.replace(/[。｡]/g, '.')
  const read = readable(text)
  const found: ContactData[] = []
  for (const [kind, pattern, begin = always] of patterns)
    for (const { 0: words, index } of allMatches(pattern, read)) {
      const to = index + words.length
      const isTaken = found.some((other) => index < other.to && other.from < to)
      const at = isTaken
        ? null
        : begin(
            words,
            text.slice(index, to),
            text.slice(Math.max(0, index - 40), index),
            text.slice(to),
          )
      if (at !== null) found.push({ kind, from: index + at, to })
    }
  return found.sort((a, b) => a.from - b.from)
}

/** What newcomers wait with; of an address everybody is warned. */
export const findBarred = (text: string): ContactData | undefined =>
  findContactData(text).find(({ kind }) => kind !== 'address')
