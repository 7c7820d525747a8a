import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Config } from '#server/config.ts'
import { Language } from '#contract/fields.ts'

const NAME = 'language'
const YEAR_IN_SECONDS = 31_536_000

/** The language of a public page: what was chosen on this device, else the operator's, else the device's. */
export function choosePageLanguage(
  c: Context,
  { defaultLanguage }: Pick<Config, 'defaultLanguage'>,
): Language {
  const { data: chosen } = Language.safeParse(getCookie(c, NAME))
  if (chosen) return chosen
  if (defaultLanguage !== 'auto') return defaultLanguage
  return /^\s*de\b/i.test(c.req.header('accept-language') ?? '') ? 'de' : 'en'
}

/** A choice made without scripts; the page's own script keeps the same cookie. */
export function takeChoice(c: Context, { secure }: Pick<Config, 'secure'>): Language | undefined {
  const { data: chosen } = Language.safeParse(c.req.query(NAME))
  if (chosen)
    setCookie(c, NAME, chosen, { path: '/', sameSite: 'Lax', maxAge: YEAR_IN_SECONDS, secure })
  return chosen
}
