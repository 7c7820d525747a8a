import { expect, test } from 'vitest'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { parseEditions } from '#server/platform/site/site.terms.ts'

const RENDERER = '../web/static/render.tsx'
type Renderer = {
  renderAll(parts: object): Promise<{ name: string; html: string }[]>
}

test('programs read in the terms what people read: both languages, one version, every section', async () => {
  const { renderAll } = (await import(/* @vite-ignore */ RENDERER)) as Renderer
  const pages = await renderAll({ first: '', styles: '', script: '/static.js', fonts: [] })
  for (const admission of ['open', 'invitation']) {
    const page = pages.find(({ name }) => name === `de/legal/terms.${admission}.html`)
    const editions = parseEditions(page?.html ?? '')
    expect(editions.map(({ language, version }) => [language, version])).toEqual([
      ['de', documentVersions.terms],
      ['en', documentVersions.terms],
    ])
    const [german, english] = editions.map(({ sections }) => sections.length)
    expect(german).toBe(english)
    expect(german).toBeGreaterThan(10)
    for (const { title, paragraphs } of editions.flatMap(({ sections }) => sections)) {
      const words = paragraphs.flat().join(' ')
      expect(title).toMatch(/^\d+\. \S/)
      expect(words.length, title).toBeGreaterThan(40)
      expect(words, title).not.toMatch(/[<>]|&\w+;/)
    }
  }
})
