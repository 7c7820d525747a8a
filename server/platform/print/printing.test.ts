import { expect, test, vi } from 'vitest'
import { writeSheet } from '#testing/hostile/sheets.ts'
import { pdfWords } from '#testing/hostile/pdf.ts'
import { printSheet } from './printing.ts'
import { sheetAsHtml } from './sheet.html.ts'
import type { Sheet } from './sheet.ts'

test('a sheet is printed with its letters in it: German, the euro sign, and those of other Latin alphabets', async () => {
  const words = 'Größe, Übermut, 19,90 €, „Çağrı Şahin“ – § 14 · Žižkov, Łódź'
  const [page, ...more] = await pdfWords(await printSheet(writeSheet('Ein Blatt', [words])))
  expect(more).toEqual([])
  expect(page).toContain(words)
  expect(page).toContain('Żółć & Söhne GmbH')
})

test('a long sheet goes over several pages, each with its number', async () => {
  const paragraphs = Array.from(
    { length: 120 },
    (_, index) => `Absatz ${index + 1} ${'und so weiter '.repeat(12)}`,
  )
  const pages = await pdfWords(await printSheet(writeSheet('Lang', paragraphs)))
  expect(pages.length).toBeGreaterThan(3)
  for (const [index, words] of pages.entries())
    expect(words).toContain(`Seite ${index + 1} von ${pages.length}`)
  const all = pages.join('\n')
  for (let count = 1; count <= 120; count += 1) expect(all).toContain(`Absatz ${count} und`)
})

test('many ask at once and each gets their own', async () => {
  const printed = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      printSheet(writeSheet(`Blatt ${index}`, [['a', 'b']])),
    ),
  )
  for (const [index, bytes] of printed.entries())
    expect((await pdfWords(bytes))[0]).toContain(`Blatt ${index}\n`)
})

test('a sheet that cannot be printed fails alone', async () => {
  const broken = { ...writeSheet('Kaputt', []), sections: null } as unknown as Sheet
  const [first, second] = await Promise.allSettled([
    printSheet(broken),
    printSheet(writeSheet('Heil', ['gut'])),
  ])
  expect(first.status).toBe('rejected')
  expect(second.status).toBe('fulfilled')
})

test('what was printed too late is nobody else’s', async () => {
  await printSheet(writeSheet('Zuvor', []))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const [late, next] = [
      printSheet(writeSheet('Zu spät', [])),
      printSheet(writeSheet('Danach', ['gut'])),
    ]
    const both = Promise.allSettled([late, next])
    await new Promise((done) => setImmediate(done))
    // this process stands still, as on a laptop that sleeps, while the other thread prints
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
    vi.advanceTimersByTime(60_000)
    const [first, second] = await both
    expect(first.status).toBe('rejected')
    const bytes = second.status === 'fulfilled' ? second.value : null
    expect(bytes && (await pdfWords(bytes))[0]).toContain('Danach\n')
  } finally {
    vi.useRealTimers()
  }
})

test('as a page it has the same words, a list as a list, and nothing that is more than words', () => {
  const html = sheetAsHtml(writeSheet('<b>Titel</b>', ['"a" & <i>b</i>', ['eins', 'zwei']]))
  expect(html).toContain('<h1>&lt;b&gt;Titel&lt;/b&gt;</h1>')
  expect(html).toContain('<p>&quot;a&quot; &amp; &lt;i&gt;b&lt;/i&gt;</p>')
  expect(html).toContain('<ul><li>eins</li><li>zwei</li></ul>')
})
