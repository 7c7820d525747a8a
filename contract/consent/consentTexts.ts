import type { Language } from '../fields.ts'

/** The words of a consent as a screen shows them, from top to bottom. */
type ConsentWords = {
  title: string
  intro: string
  points: readonly string[]
  /** What is agreed to, in the first person. */
  statement: string
}

/** `{product}` stands for the club's name. */
const contentWords: Record<'de' | 'en', ConsentWords> = {
  de: {
    title: 'Ihre Einwilligung, bevor es losgeht',
    intro:
      'Im Club geht es um Begegnung und Flirt. Was Sie hier zeigen und schreiben, und auch, in welchen Räumen Sie sind, kann etwas über Ihr Sexualleben, Ihre sexuelle Orientierung oder anderes verraten, das besonders geschützt ist (Art. 9 DSGVO). Damit arbeiten wir nur, wenn Sie ausdrücklich einwilligen.',
    points: [
      'Worum es geht: Ihre Bio, Ihre Fotos, Ihre Beiträge, Ihre Worte an Tischen und die Räume, denen Sie angehören.',
      'Wozu: damit andere Mitglieder sie sehen und mit Ihnen ins Gespräch kommen können, und damit wir auf die Regeln des Clubs achten können. Für Werbung nutzen wir sie nicht.',
      'Wer sie sieht: die Mitglieder des Clubs und wer für uns auf die Regeln achtet. Was Sie an einem Tisch sagen, sieht nur die Person Ihnen gegenüber, und wir nur, wenn eine oder einer von Ihnen beiden es meldet. Außerhalb des Clubs zeigen wir sie niemandem.',
      'Ihre Wahl: Die Einwilligung ist freiwillig. Ohne sie öffnet sich kein Raum, Ihre Bio sehen nur Sie, und Fotos kommen nicht hinzu. Konto und Einstellungen bleiben Ihnen.',
      'Widerruf: jederzeit in den Einstellungen, für die Zukunft. Bio, Fotos, Beiträge und Worte an Tischen sind dann sofort verborgen, bis Sie wieder einwilligen oder sie löschen.',
    ],
    statement:
      'Ich willige ausdrücklich ein, dass der {product} Club solche Angaben aus meiner Bio, meinen Fotos, meinen Beiträgen, meinen Worten an Tischen und meinen Räumen zu diesen Zwecken verarbeitet und den Mitgliedern zeigt, für die sie bestimmt sind.',
  },
  en: {
    title: 'Your consent before we begin',
    intro:
      'The club is about meeting and flirting. What you show and write here, and even which rooms you are in, can reveal something about your sex life, your sexual orientation or other things that are specially protected (Art. 9 GDPR). We work with that only if you explicitly consent.',
    points: [
      'What it is about: your bio, your photos, your posts, your words at tables and the rooms you belong to.',
      'What for: so that other members can see them and get talking with you, and so that we can look after the rules of the club. We do not use them for advertising.',
      'Who sees them: the members of the club, and whoever looks after the rules for us. What you say at a table is seen only by the person across from you, and by us only if one of you reports it. Outside the club we show them to nobody.',
      'Your choice: consent is voluntary. Without it no room opens, only you see your bio, and no photos can be added. Your account and your settings stay yours.',
      'Withdrawal: at any time in the settings, for the future. Your bio, photos, posts and words at tables are hidden at once, until you consent again or delete them.',
    ],
    statement:
      'I explicitly consent to {product} Club processing such information from my bio, my photos, my posts, my words at tables and my rooms for these purposes and showing it to the members for whom it is meant.',
  },
}

/** The content consent as it is shown; the mixture of languages has it in English. */
export function contentConsent(language: Language, clubName: string): ConsentWords {
  const { title, intro, points, statement } = contentWords[language === 'de' ? 'de' : 'en']
  return {
    title,
    intro,
    points,
    statement: statement.replace('{product}', () => clubName),
  }
}

/** Every word of it in the order of the screen: what the ledger keeps the hash of. */
export const joinText = ({ title, intro, points, statement }: ConsentWords): string =>
  [title, intro, ...points, statement].join('\n')
