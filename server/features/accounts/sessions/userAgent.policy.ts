import type { OpenSession } from '#contract/accounts/security.ts'

type Device = Pick<OpenSession, 'browser' | 'system'>

// most also name the browsers they descend from: those with their own name come first
const BROWSERS: [RegExp, Device['browser']][] = [
  [/\bEdg(e|A|iOS)?\//, 'edge'],
  [/\b(OPR|OPT|OPiOS|Opera)\//, 'opera'],
  [/\bSamsungBrowser\//, 'samsung'],
  [/\b(Firefox|FxiOS)\//, 'firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'chrome'],
  [/\bSafari\//, 'safari'],
]
const SYSTEMS: [RegExp, Device['system']][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'ios'],
  [/\bAndroid\b/, 'android'],
  [/\bCrOS\b/, 'chromeos'],
  [/\bWindows\b/, 'windows'],
  [/\bMac(intosh| OS X)\b/, 'macos'],
  [/\b(Linux|X11)\b/, 'linux'],
]

/** What a browser says it is: enough for its owner to know it again, whatever it is worth otherwise. */
export function parseUserAgent(userAgent: string | null): Device {
  const header = userAgent ?? ''
  const first = <T>(names: [RegExp, T][]) => names.find(([pattern]) => pattern.test(header))?.[1]
  return { browser: first(BROWSERS) ?? 'other', system: first(SYSTEMS) ?? 'other' }
}
