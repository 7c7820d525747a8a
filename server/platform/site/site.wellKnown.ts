// robots.txt, security.txt and the age label for youth protection programs (§ 11 JMStV).
import { pages, type Page } from '#contract/pages.ts'
import { limits } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'

type Text = { type: string; words: string }
type Writer = (config: Config, now: Date) => Text

const PLAIN = 'text/plain; charset=utf-8'
/** RFC 9116 wants less than a year, so that an abandoned file stops being believed. */
const SECURITY_DAYS = 180
/** When the label's content last changed, as its format asks for. */
const LABELLED = '2026-01-01'

/** What programs look for at a fixed place. */
export const wellKnown: Record<string, Writer> = {
  '/robots.txt': robots,
  '/.well-known/security.txt': security,
  '/age-de.xml': ageLabel,
}

/** Search engines may read the public pages and what these are made of, and nothing else. */
function robots(): Text {
  const indexed = Object.values<Page>(pages).filter((page) => page.indexed)
  const lines = [
    'User-agent: *',
    ...indexed.map(({ path }) =>
      path.includes(':') ? `Allow: ${path.replace(/:.*/, '')}` : `Allow: ${path}$`,
    ),
    'Allow: /assets/',
    'Allow: /favicon.svg$',
    'Disallow: /',
  ]
  return { type: PLAIN, words: `${lines.join('\n')}\n` }
}

/** Where to tell of a hole in the club's security. */
function security({ publicUrl, operator }: Config, now: Date): Text {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const lines = [
    `Contact: mailto:${operator.OPERATOR_EMAIL}`,
    `Contact: ${publicUrl}${pages.contact.path}`,
    `Expires: ${new Date(today + SECURITY_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: de, en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]
  return { type: PLAIN, words: `${lines.join('\n')}\n` }
}

/** For youth protection programs (§ 11 JMStV): the whole site is for adults. */
function ageLabel({ publicUrl }: Config): Text {
  const { host } = new URL(publicUrl)
  const age = limits.minimumAge
  return {
    type: 'application/xml; charset=utf-8',
    words: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<age-declaration>
  <ageblock-basic>
    <age-issuer>${host}</age-issuer>
    <last-change>${LABELLED}</last-change>
    <country>de</country>
    <label-version>1.0</label-version>
    <revisit-after>7days</revisit-after>
  </ageblock-basic>
  <ageblock-labeltype>
    <httpheader>false</httpheader>
    <htmlmeta>false</htmlmeta>
    <label-z>false</label-z>
    <xmlfile>true</xmlfile>
    <default-age>${age}</default-age>
  </ageblock-labeltype>
  <ageblock-labeltype-definition>
    <labeltype-xmlfile>
      <label class="website">
        <age>${age}</age>
        <min-age>${age}</min-age>
        <default-age>${age}</default-age>
        <scope>${host}</scope>
      </label>
    </labeltype-xmlfile>
  </ageblock-labeltype-definition>
</age-declaration>
`,
  }
}
