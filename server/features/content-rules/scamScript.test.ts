import { expect, test } from 'vitest'
import { findBarred } from '#contract/content-rules/contactData.ts'
import { sql } from '#server/platform/database/database.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'

/** How frauds go about it, as they are told of: friendly first, then away from here, or for money. */
const scripts: Record<string, string[]> = {
  'Ölplattform, Leihgabe': [
    'Guten Abend, Sie haben ein wunderschönes Lächeln. Ich arbeite als Ingenieur auf einer Bohrinsel.',
    'Ich bin Witwer und habe eine kleine Tochter. Seit ich Sie lese, schlafe ich besser.',
    'Mein Konto ist hier gesperrt. Können Sie mir bis Freitag 500 Euro leihen?',
  ],
  'weg von hier': [
    'Hallo schöne Frau, wie geht es Ihnen heute?',
    'Ich bin selten hier. Schreiben Sie mir auf WhatsApp, dort ist es schöner.',
  ],
  Geldanlage: [
    'Hey, was machst du beruflich?',
    'Ich lebe inzwischen von meinen Investitionen und habe viel Zeit.',
    'Ich zeige dir gern, wie das geht: Krypto-Trading ist ganz einfach, mit einer Trading-Plattform.',
  ],
  Gutscheinkarten: [
    'Du bist so lieb. Ich würde dich so gern besuchen.',
    'Meine Nichte hat morgen Geburtstag, und ich sitze am Flughafen fest.',
    'Kannst du für sie eine Google Play Karte kaufen und mir den Code schicken?',
  ],
  'army doctor': [
    'Hello dear, I am a doctor with the army, and your words touch my heart.',
    'God brought us together. My leave comes soon, and then I will visit you.',
    'The airline wants a fee. Please send me 300 dollars, I will pay you back.',
  ],
  crypto: [
    'Hi there! Your taste in music is wonderful.',
    'My uncle taught me how to invest, it changed my life.',
    'Just open a crypto wallet, I will guide you. You can double it in a week.',
  ],
  elsewhere: ['Hi beautiful', 'I am rarely here, text me on Telegram', 'waiting for you'],
  'gift card': [
    'You are the only one I trust.',
    'I am in hospital and my card is blocked.',
    'Could you get me a Steam card and send the code?',
  ],
  wire: [
    'Good evening',
    'My daughter needs surgery.',
    'Can you wire the money by Western Union today?',
  ],
}

test.each(Object.entries(scripts))('%s: flagged within three messages', (_, messages) => {
  const at = messages.findIndex((text) => findBarred(text))
  expect(at).toBeGreaterThanOrEqual(0)
  expect(at).toBeLessThan(3)
})

test.each([
  'Leihst du mir dein Buch über den Garten?',
  'Der Eintritt kostet 20 Euro, das Geld ist gut angelegt.',
  'Ich habe mein Geld vergessen, wie peinlich.',
  'Schick mir gern ein Foto vom Garten.',
  'Send me a smile.',
  'Überweisung vom Hausarzt, und dann drei Stunden gewartet.',
  'I would never lend my records to anybody.',
  'Money is not everything.',
])('nobody asks for money in: %s', (text) => {
  expect(findBarred(text)).toBe(undefined)
})

test.each(['Ölplattform, Leihgabe', 'army doctor'])(
  'a newcomer gets no further with it than to the third message; who is known here may speak of money (%s)',
  async (name) => {
    await using salon = await openLounge({ now: '2026-05-01T20:00:00Z' })
    const fraud = await salon.guest({ verificationStatus: 'verified' })
    const regular = await salon.guest({ verificationStatus: 'verified' })
    await salon.club.db.run(sql`
      update users set admitted_at = admitted_at - interval '8 days' where id = ${regular.userId}`)
    const posted = await Promise.all(
      (scripts[name] ?? []).map((text) => salon.post(fraud, { text })),
    )
    expect(posted.map((answer) => (answer.ok ? 'ok' : answer.code))).toEqual([
      'ok',
      'ok',
      'contact_data',
    ])
    expect(posted[2]).toMatchObject({ status: 422, body: { found: { kind: 'scam' } } })
    expect(await salon.post(regular, { text: scripts[name]?.[2] ?? '' })).toMatchObject({
      ok: true,
    })
  },
)

test('a newcomer makes an appointment, and gives no number away', async () => {
  await using salon = await openLounge()
  const mia = await salon.guest()
  const appointments = ['Treffen 08/05/2026 18-20 Uhr', '08/05/2026 18:00', 'Gut.At home um 8']
  for (const text of appointments)
    expect(await salon.post(mia, { text })).toMatchObject({ ok: true })
  const text = 'Treffen 08/05/2026 18-20 Uhr, 0176 12345678'
  expect(await salon.post(mia, { text })).toMatchObject({
    body: { found: { kind: 'phone', from: text.indexOf('0176'), to: text.length } },
  })
})
