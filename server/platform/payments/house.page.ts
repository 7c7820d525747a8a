import type { Agreement } from './house.book.ts'

const words = {
  de: {
    title: 'Probe-Zahlung',
    notice: 'Hier wird nichts abgebucht: Das ist der Zahlungsanbieter für Entwicklung und Tests.',
    order: 'Bestellung',
    amount: (sum: string) => `${sum} im Monat, bis zur Kündigung`,
    approve: 'Zustimmen und zahlen',
    decline: 'Ablehnen',
    over: 'Über diese Bestellung ist schon entschieden.',
    back: 'Zurück zum Club',
    unknown: 'Diese Bestellung gibt es nicht.',
  },
  en: {
    title: 'Trial payment',
    notice: 'Nothing is charged here: this is the payment provider for development and tests.',
    order: 'Order',
    amount: (sum: string) => `${sum} a month, until cancelled`,
    approve: 'Approve and pay',
    decline: 'Decline',
    over: 'This order has been decided already.',
    back: 'Back to the club',
    unknown: 'There is no such order.',
  },
}

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;
margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1rem;margin:0 .5rem .5rem 0}`

/** The page on which a payer approves or declines, in the language they ordered in. */
export function approvalPage({ order, status, offer }: Agreement): string {
  const { language, number } = order
  const { cents, cancelUrl } = offer ?? order
  const texts = words[language]
  const sum = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' })
  const form = `<form method="post">
<button name="decision" value="approve">${texts.approve}</button>
<button name="decision" value="decline">${texts.decline}</button></form>`
  const over = `<p>${texts.over}</p><p><a href="${escapeMarkup(cancelUrl)}">${texts.back}</a></p>`
  return page(
    language,
    texts.title,
    `<p>${texts.notice}</p><p>${texts.order} ${escapeMarkup(number)}</p>
<p><strong>${escapeMarkup(texts.amount(sum.format(cents / 100)))}</strong></p>${status === 'waiting' || offer ? form : over}`,
  )
}

export const unknownPage = (): string =>
  page('de', words.de.title, `<p>${words.de.unknown}</p><p lang="en">${words.en.unknown}</p>`)

const page = (language: string, title: string, main: string) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${main}</main></body></html>`

const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
