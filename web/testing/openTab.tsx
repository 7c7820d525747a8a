import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { MemoryRouter, useLocation, useNavigate, type Location } from 'react-router'
import { vi } from 'vitest'
import type { Session } from '#contract/accounts/session.ts'
import type { Security } from '#contract/accounts/security.ts'
import { newClient } from '#web/platform/api/newClient.ts'
import { Root } from '#web/Root.tsx'
import { preloadScreens } from '#web/routes.tsx'
import { applyClub } from '#web/text/club.ts'
import { startText } from '#web/text/i18n.ts'
import type { Locale } from '#web/text/language.ts'
import { currentToasts, dropToast } from '#web/ui/feedback/toastQueue.ts'

/** Someone to be signed in as. */
export const mila: Session = {
  userId: '018f0000-0000-7000-8000-000000000001',
  email: 'mila@example.org',
  username: 'Mila',
  city: null,
  language: null,
  isAdmin: false,
  isModerator: false,
  isFactorDue: false,
  isNewcomer: false,
  isHidden: false,
  isMailRefused: false,
  verificationStatus: 'none',
  isAdmitted: true,
  hasContentConsent: true,
  termsDue: null,
  termsBefore: null,
  suspension: null,
  muted: [],
  expiresAt: '2099-01-01T00:00:00.000Z',
}

/** Someone who signs in with a password and nothing else. */
export const plainSecurity: Security = {
  email: mila.email,
  pendingEmail: null,
  passkeys: [],
  totpSince: null,
  recoveryCodesLeft: 0,
  isFactorRequired: false,
  provedUntil: null,
}

const club = {
  name: 'Parlour',
  defaultLanguage: 'mul',
  emailConfirmation: 'off',
  admission: 'open',
  now: '2026-11-21T12:00:00.000Z',
} as const

type Answer = Response | Promise<Response>
/** The id of a file that is sent is drawn: it stands beside the path, by which answers are found. */
type Request = { path: string; method: string; body: unknown; sentId?: string }

class SilentStream {
  addEventListener() {}
  close() {}
}

export const done = () => Response.json({ done: true })
export const refusal = (code: string, more: object = {}, status = 400) =>
  Response.json({ code, ...more }, { status })

/** The server as this tab sees it: only `fetch` is stubbed. */
export type Server = {
  session: Session | null
  recovery: boolean
  /** Answers by path; anything not named is refused. */
  answers: Record<string, (request: Request) => Answer>
  requests: Request[]
  times: (path: string) => number
}

/** Opens one tab of the real app at a path, before a server that says what the test wants. */
export async function openTab(
  path: string | { pathname: string; hash?: string; state?: unknown },
  {
    session = null,
    recovery = false,
    answers = {},
    language = 'mul',
    stream = SilentStream,
    isWide = false,
  }: Partial<Server> & {
    language?: Locale
    stream?: new (url: string) => object
    /** As at a desk, where the rail stands, instead of as on a phone. */
    isWide?: boolean
  } = {},
) {
  const server: Server = {
    session,
    recovery,
    requests: [],
    times: (path) => server.requests.filter((request) => request.path === path).length,
    answers: {
      '/api/auth/session': () =>
        Response.json({
          session: server.session,
          recovery: server.recovery,
          recoveryEmail: server.recovery ? mila.email : null,
          refreshed: false,
          club,
        }),
      '/api/auth/log-out': () => {
        server.session = null
        return done()
      },
      '/api/security': () => Response.json(plainSecurity),
      '/api/security/log-ins': () => Response.json({ logIns: [] }),
      '/api/mine/export': () => Response.json({ export: null }),
      '/api/mine/presence': () => Response.json({ isShared: true }),
      '/api/mine/requests': () => Response.json({ requests: [] }),
      '/api/desk/signals': () => Response.json({ signals: [] }),
      '/api/rooms': () => Response.json({ rooms: [], plan: { isSubscriber: false, rooms: 0 } }),
      ...answers,
    },
  }
  const listens = { addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', (question: string) => ({
    matches: isWide && question.startsWith('(width'),
    ...listens,
  }))
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('EventSource', stream)
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    const [path = '', sentId] = address.split('?id=')
    const request = { path, method, body: sent, ...(sentId && { sentId }) }
    server.requests.push(request)
    return (await server.answers[path]?.(request)) ?? refusal('unexpected', {}, 500)
  })
  vi.stubGlobal('XMLHttpRequest', FetchingRequest)
  applyClub(club)
  await startText(language)
  let location = { pathname: '' } as Location
  let back = () => {}
  function Whereabouts() {
    const now = useLocation()
    const navigate = useNavigate()
    useLayoutEffect(() => {
      location = now
      back = () => void navigate(-1)
    })
    return null
  }
  const client = newClient({ retry: false })
  await preloadScreens((typeof path === 'string' ? path : path.pathname).replace(/[?#].*/, ''))
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Root />
        <Whereabouts />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return {
    server,
    client,
    location: () => location,
    at: () => location.pathname,
    back: () => act(() => back()),
  }
}

/** Closes the tab; what the device remembers stays. */
export function closeTab(): void {
  cleanup()
  for (const { id } of currentToasts()) dropToast(id)
  vi.unstubAllGlobals()
}

/** What another tab of the same browser would cause here by changing the session note. */
export function otherTabSays(event: string, userId: string | null, more: object = {}): void {
  const newValue = JSON.stringify({ userId, expiresAt: userId && mila.expiresAt, event, ...more })
  localStorage.setItem('parlour.session', newValue)
  window.dispatchEvent(new StorageEvent('storage', { key: 'parlour.session', newValue }))
}

type Heard = (() => void) | null

/** A request of the kind that tells how far it is, answered by the same `fetch` as all others. */
class FetchingRequest {
  upload = { onprogress: null as ((event: { loaded: number; total: number }) => void) | null }
  onload: Heard = null
  onerror: Heard = null
  onabort: Heard = null
  status = 0
  responseText = ''
  #to = { method: '', path: '' }
  #isAborted = false

  open(method: string, path: string): void {
    this.#to = { method, path }
  }
  setRequestHeader(): void {}
  send(file: Blob): void {
    this.upload.onprogress?.({ loaded: file.size / 2, total: file.size })
    void this.#ask(file)
  }
  abort(): void {
    this.#isAborted = true
    this.onabort?.()
  }

  async #ask(body: Blob): Promise<void> {
    const { method, path } = this.#to
    const answer = await fetch(path, { method, body }).catch(() => null)
    this.responseText = (await answer?.text()) ?? ''
    this.status = answer?.status ?? 0
    if (this.#isAborted) return
    if (answer) this.onload?.()
    else this.onerror?.()
  }
}
