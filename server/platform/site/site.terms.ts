// The terms as JSON for programs (Art. 14 (1) DSA), read out of the very page that people read.
import type { Config } from '#server/config.ts'
import { pages } from '#contract/pages.ts'
import { textAsset, type Asset } from './site.assets.ts'

type Paragraph = string | string[]
export type Edition = {
  language: 'de' | 'en'
  title: string
  version: string
  sections: { id: string; title: string; paragraphs: Paragraph[] }[]
}

export const TERMS_JSON = `${pages.legal.path.replace(':page', 'terms')}.json`

/** Packing one takes a tenth of a second, which nobody may ask for over and over. */
const made = new WeakMap<Asset, Promise<Asset>>()

/** The terms as programs read them (Art. 14 (1) DSA), out of the page that people read. */
export function termsAsset(
  page: Asset,
  { clubName, publicUrl, admission }: Pick<Config, 'clubName' | 'publicUrl' | 'admission'>,
): Promise<Asset> {
  const asset = made.get(page) ?? write()
  made.set(page, asset)
  return asset

  async function write(): Promise<Asset> {
    const html = Buffer.from((await page.bodies.at(-1)?.read()) ?? '').toString()
    const editions = parseEditions(html)
    const url = publicUrl + TERMS_JSON.replace('.json', '')
    const version = editions[0]?.version ?? ''
    const words = JSON.stringify({ club: clubName, url, version, admission, editions })
    return textAsset('application/json; charset=utf-8', words)
  }
}

/** Every `<article id="de|en">` of a legal page, by its headings, paragraphs and lists. */
export function parseEditions(html: string): Edition[] {
  return elements(html, 'article').flatMap(({ attributes, inside }) => {
    const language = /\bid="(de|en)"/.exec(attributes)?.[1] as Edition['language'] | undefined
    if (!language) return []
    const [opening = ''] = inside.split('<section')
    return {
      language,
      title: heading(inside),
      version: /\b\d+\.\d+\.\d+\b/.exec(opening.replace(/<[^>]*>/g, ' '))?.[0] ?? '',
      sections: elements(inside, 'section').map((section) => ({
        id: /\bid="([^"]*)"/.exec(section.attributes)?.[1] ?? '',
        title: heading(section.inside),
        paragraphs: elements(section.inside, 'p|ul|ol|dl|table|address').map(paragraph),
      })),
    }
  })
}

type Element = { name: string; attributes: string; inside: string }

/** What our own renderer wrote, which nests none of these in one of the same name. */
const elements = (html: string, names: string): Element[] =>
  [...html.matchAll(new RegExp(`<(${names})\\b([^>]*)>([^]*?)</\\1>`, 'g'))].map(
    ([, name = '', attributes = '', inside = '']) => ({ name, attributes, inside }),
  )

const heading = (html: string): string => plain(elements(html, 'h[1-6]')[0]?.inside ?? '')

function paragraph({ name, inside }: Element): Paragraph {
  if (name === 'p' || name === 'address') return plain(inside)
  return elements(inside, 'li|dt|dd|tr').map((entry) => plain(entry.inside))
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

function plain(html: string): string {
  return html
    .replace(/<br\s*\/?>/g, ', ')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
      (entity, hex: string, decimal: string, name: string) =>
        name
          ? (ENTITIES[name] ?? entity)
          : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replace(/\s+/g, ' ')
    .trim()
}
