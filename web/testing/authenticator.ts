import { vi } from 'vitest'

const bytes = () => new Uint8Array([1, 2, 3]).buffer

const credential = {
  id: 'AQID',
  rawId: bytes(),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    authenticatorData: bytes(),
    clientDataJSON: bytes(),
    signature: bytes(),
    attestationObject: bytes(),
    userHandle: null,
    getTransports: () => ['internal'],
  },
}

type Answer = 'given' | 'NotAllowedError' | 'InvalidStateError' | 'UnknownError'

/** What a server hands the browser for its authenticator. */
export const challenge = () =>
  Response.json({
    challengeId: '018f0000-0000-7000-8000-0000000000c1',
    options: {
      challenge: 'AQID',
      rp: { name: 'Parlour' },
      user: { id: 'AQID', name: 'mila@example.org', displayName: 'Mila' },
      pubKeyCredParams: [],
    },
  })

/** A browser with an authenticator, which answers as the test wants: jsdom knows none. */
export function openAuthenticator({ suggests = false } = {}) {
  const authenticator = {
    answer: 'given' as Answer,
    asked: [] as ('get' | 'create' | 'suggest')[],
    /** Somebody picks the passkey the address field suggests. */
    choose: () => {},
  }
  const answered = (): Promise<unknown> =>
    authenticator.answer === 'given'
      ? Promise.resolve(credential)
      : Promise.reject(new DOMException('no', authenticator.answer))
  const suggested = (signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      authenticator.choose = () => resolve(credential)
      // the page’s own reason, as browsers hand it on
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  const credentials = {
    get: ({ mediation, signal }: { mediation?: string; signal: AbortSignal }) => {
      const isSuggested = mediation === 'conditional'
      authenticator.asked.push(isSuggested ? 'suggest' : 'get')
      return isSuggested ? suggested(signal) : answered()
    },
    create: () => {
      authenticator.asked.push('create')
      return answered()
    },
  }
  class Known {
    static isConditionalMediationAvailable = () => Promise.resolve(suggests)
  }
  vi.stubGlobal('PublicKeyCredential', Known)
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials })
  return authenticator
}
