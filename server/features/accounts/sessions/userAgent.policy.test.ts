import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { OpenSession } from '#contract/accounts/security.ts'
import { anything } from '#testing/fuzz/anyText.ts'
import { parseUserAgent } from './userAgent.policy.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const CHROME = `${WEBKIT} Chrome/139.0.0.0`

test.each([
  ['chrome', 'windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`],
  ['chrome', 'android', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
  ['chrome', 'chromeos', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`],
  [
    'chrome',
    'ios',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/139.0.0.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'edge',
    'windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/139.0.0.0`,
  ],
  ['edge', 'android', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 EdgA/139`],
  [
    'opera',
    'macos',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36 OPR/121`,
  ],
  [
    'samsung',
    'android',
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'safari',
    'macos',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  ],
  ['firefox', 'linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'firefox',
    'ios',
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/141.0 Mobile/15E148 Safari/605.1.15',
  ],
  ['other', 'other', 'curl/8.5.0'],
  ['other', 'other', ''],
  ['other', 'other', null],
] as const)('%s on %s is known by what it says of itself', (browser, system, userAgent) => {
  expect(parseUserAgent(userAgent)).toEqual({ browser, system })
})

test('whatever a browser says of itself, it is one of those we have words for', () => {
  const names = ['Firefox/', 'Edg/', 'Chrome/', 'Safari/', 'Version/', 'Android', 'Windows', 'Mac']
  const told = fc.oneof(anything(255), fc.array(fc.constantFrom(...names, ' ', '(', ')', '1')))
  const { browser, system } = OpenSession.shape
  fc.assert(
    fc.property(told, (said) => {
      const device = parseUserAgent(Array.isArray(said) ? said.join('') : said)
      expect(browser.safeParse(device.browser).success).toBe(true)
      expect(system.safeParse(device.system).success).toBe(true)
    }),
  )
})
