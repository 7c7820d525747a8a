// The instruction on withdrawal and its model form, in the words the law prescribes.
import type { Operator } from '../operator.ts'

/** Who offers the contract, and where it is taken back. Pages may give holes for the server to fill. */
export type Offerer = {
  operator: Pick<
    Operator,
    'OPERATOR_NAME' | 'OPERATOR_ADDRESS' | 'OPERATOR_EMAIL' | 'OPERATOR_PHONE'
  >
  clubName: string
  /** The address of the page with the withdrawal button. */
  withdrawalUrl: string
}

export type WithdrawalWords = {
  title: string
  sections: { title: string; paragraphs: string[] }[]
}

/**
 * The instruction on withdrawal, word for word after annex 1 to Art. 246a § 1 (2) EGBGB for
 * services, with the function of § 356a BGB.
 */
export const withdrawalInstruction: Record<'de' | 'en', (offerer: Offerer) => WithdrawalWords> = {
  de: ({ operator, withdrawalUrl }) => ({
    title: 'Widerrufsbelehrung',
    sections: [
      {
        title: 'Widerrufsrecht',
        paragraphs: [
          'Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen.',
          'Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag des Vertragsabschlusses.',
          `Um Ihr Widerrufsrecht auszuüben, müssen Sie uns (${contact(operator, 'Telefon', 'E-Mail')}) mittels einer eindeutigen Erklärung (z. B. ein mit der Post versandter Brief oder eine E-Mail) über Ihren Entschluss, diesen Vertrag zu widerrufen, informieren. Sie können dafür das beigefügte Muster-Widerrufsformular verwenden, das jedoch nicht vorgeschrieben ist.`,
          `Sie können Ihr Widerrufsrecht auch online unter ${withdrawalUrl} ausüben; die Schaltfläche „Vertrag widerrufen“ steht am Fuß jeder unserer Seiten. Wenn Sie diese Online-Funktion nutzen, übermitteln wir Ihnen unverzüglich eine Eingangsbestätigung auf einem dauerhaften Datenträger (z. B. per E-Mail), die den Inhalt der Widerrufserklärung sowie das Datum und die Uhrzeit ihres Eingangs enthält.`,
          'Zur Wahrung der Widerrufsfrist reicht es aus, dass Sie die Mitteilung über die Ausübung des Widerrufsrechts vor Ablauf der Widerrufsfrist absenden.',
        ],
      },
      {
        title: 'Folgen des Widerrufs',
        paragraphs: [
          'Wenn Sie diesen Vertrag widerrufen, haben wir Ihnen alle Zahlungen, die wir von Ihnen erhalten haben, einschließlich der Lieferkosten (mit Ausnahme der zusätzlichen Kosten, die sich daraus ergeben, dass Sie eine andere Art der Lieferung als die von uns angebotene, günstigste Standardlieferung gewählt haben), unverzüglich und spätestens binnen vierzehn Tagen ab dem Tag zurückzuzahlen, an dem die Mitteilung über Ihren Widerruf dieses Vertrags bei uns eingegangen ist. Für diese Rückzahlung verwenden wir dasselbe Zahlungsmittel, das Sie bei der ursprünglichen Transaktion eingesetzt haben, es sei denn, mit Ihnen wurde ausdrücklich etwas anderes vereinbart; in keinem Fall werden Ihnen wegen dieser Rückzahlung Entgelte berechnet.',
          'Haben Sie verlangt, dass die Dienstleistungen während der Widerrufsfrist beginnen sollen, so haben Sie uns einen angemessenen Betrag zu zahlen, der dem Anteil der bis zu dem Zeitpunkt, zu dem Sie uns von der Ausübung des Widerrufsrechts hinsichtlich dieses Vertrags unterrichten, bereits erbrachten Dienstleistungen im Vergleich zum Gesamtumfang der im Vertrag vorgesehenen Dienstleistungen entspricht.',
        ],
      },
    ],
  }),
  en: ({ operator, withdrawalUrl }) => ({
    title: 'Instructions on withdrawal',
    sections: [
      {
        title: 'Right of withdrawal',
        paragraphs: [
          'You have the right to withdraw from this contract within 14 days without giving any reason.',
          'The withdrawal period will expire after 14 days from the day of the conclusion of the contract.',
          `To exercise the right of withdrawal, you must inform us (${contact(operator, 'telephone', 'email')}) of your decision to withdraw from this contract by an unequivocal statement (e.g. a letter sent by post or email). You may use the attached model withdrawal form, but it is not obligatory.`,
          `You may also exercise your right of withdrawal online at ${withdrawalUrl}; the link “Vertrag widerrufen” stands at the foot of each of our pages. If you use this online function, we will send you, without undue delay, a confirmation of receipt on a durable medium (e.g. by email), including the content of your statement and the date and time of its submission.`,
          'To meet the withdrawal deadline, it is sufficient for you to send your communication concerning your exercise of the right of withdrawal before the withdrawal period has expired.',
        ],
      },
      {
        title: 'Effects of withdrawal',
        paragraphs: [
          'If you withdraw from this contract, we shall reimburse to you all payments received from you, including the costs of delivery (with the exception of the supplementary costs resulting from your choice of a type of delivery other than the least expensive type of standard delivery offered by us), without undue delay and in any event not later than 14 days from the day on which we are informed about your decision to withdraw from this contract. We will carry out such reimbursement using the same means of payment as you used for the initial transaction, unless you have expressly agreed otherwise; in any event, you will not incur any fees as a result of such reimbursement.',
          'If you requested to begin the performance of services during the withdrawal period, you shall pay us an amount which is in proportion to what has been provided until you have communicated us your withdrawal from this contract, in comparison with the full coverage of the contract.',
        ],
      },
    ],
  }),
}

/** The model form of annex 2 to Art. 246a § 1 (2) EGBGB: lines to be filled in by hand. */
export const modelWithdrawalForm: Record<'de' | 'en', (offerer: Offerer) => WithdrawalWords> = {
  de: ({ operator, clubName }) => ({
    title: 'Muster-Widerrufsformular',
    sections: [
      {
        title: '',
        paragraphs: [
          '(Wenn Sie den Vertrag widerrufen wollen, dann füllen Sie bitte dieses Formular aus und senden Sie es zurück.)',
          `An ${operator.OPERATOR_NAME}, ${operator.OPERATOR_ADDRESS}, ${operator.OPERATOR_EMAIL}:`,
          `Hiermit widerrufe(n) ich/wir (*) den von mir/uns (*) abgeschlossenen Vertrag über die Erbringung der folgenden Dienstleistung: Premium-Mitgliedschaft im ${clubName} Club`,
          'Bestellt am (*)/erhalten am (*): ______________________________',
          'Name des/der Verbraucher(s): ______________________________',
          'Anschrift des/der Verbraucher(s): ______________________________',
          'Unterschrift des/der Verbraucher(s) (nur bei Mitteilung auf Papier): ______________________________',
          'Datum: ______________________________',
          '(*) Unzutreffendes streichen.',
        ],
      },
    ],
  }),
  en: ({ operator, clubName }) => ({
    title: 'Model withdrawal form',
    sections: [
      {
        title: '',
        paragraphs: [
          '(Complete and return this form only if you wish to withdraw from the contract.)',
          `To ${operator.OPERATOR_NAME}, ${operator.OPERATOR_ADDRESS}, ${operator.OPERATOR_EMAIL}:`,
          `I/We (*) hereby give notice that I/We (*) withdraw from my/our (*) contract for the provision of the following service: Premium membership of ${clubName} Club`,
          'Ordered on (*)/received on (*): ______________________________',
          'Name of consumer(s): ______________________________',
          'Address of consumer(s): ______________________________',
          'Signature of consumer(s) (only if this form is notified on paper): ______________________________',
          'Date: ______________________________',
          '(*) Delete as appropriate.',
        ],
      },
    ],
  }),
}

function contact(operator: Offerer['operator'], phone: string, email: string): string {
  const { OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_PHONE, OPERATOR_EMAIL } = operator
  return `${OPERATOR_NAME}, ${OPERATOR_ADDRESS}, ${phone}: ${OPERATOR_PHONE}, ${email}: ${OPERATOR_EMAIL}`
}
