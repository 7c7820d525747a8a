import '#web/ui/styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from './reactDom.ts'
import { BrowserRouter } from 'react-router'
import { CallError } from '#web/platform/api/call.ts'
import { askForCookies } from './platform/cookies/asking.ts'
import { listenToHistoryFirst } from '#web/platform/outbox/historyHold.ts'
import { bearMovedNodes } from '#web/platform/boundary/movedNodes.ts'
import { newClient } from '#web/platform/api/newClient.ts'
import { MissedStep } from '#web/platform/shell/navigation/MissedStep.tsx'
import { sessionQuery } from '#web/platform/session/session.ts'
import { Root } from './Root.tsx'
import { preloadScreens } from './routes.tsx'
import { currentLocale, startText, watchLocale } from './text/i18n.ts'

/** A refusal is an answer and is not asked again; only silence is worth another try. */
const retry = (failures: number, error: Error) =>
  failures < 2 && !(error instanceof CallError && error.body)

const client = newClient({ retry, staleTime: 30_000 })

/** All at once; a screen that is not there yet would be shown as its skeleton for a blink. */
async function start(): Promise<void> {
  listenToHistoryFirst()
  bearMovedNodes()
  void client.prefetchQuery(sessionQuery)
  await Promise.all([startText(), preloadScreens(window.location.pathname)])

  const app = document.querySelector('#app')
  if (!app) throw new Error('the page has no place for the app')
  const root = createRoot(app)
  // in slices: the first screen whole would keep a slow phone from answering a tap
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <BrowserRouter>
            <MissedStep />
            <Root />
          </BrowserRouter>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

/** The words come first, and nobody who has chosen needs it. */
const askCookies = () =>
  askForCookies({
    load: async () => (await import('./platform/cookies/banner.ts')).openBanner,
    locale: currentLocale,
    onLocaleChanged: watchLocale,
  })

// not awaited: screens import what stands in this file's own chunk, and would wait for it in turn;
// later: a slow phone may answer a tap between evaluating the app and starting it
setTimeout(() => void start().then(askCookies))
