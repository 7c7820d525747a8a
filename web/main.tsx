import './ui/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { CallError } from './platform/call.ts'
import { openRouter } from './routes.tsx'
import { startText } from './text/i18n.ts'

/** A refusal is an answer and is not asked again; only silence is worth another try. */
const retry = (failures: number, error: Error) =>
  failures < 2 && !(error instanceof CallError && error.body)

const client = new QueryClient({
  defaultOptions: { queries: { retry, staleTime: 30_000, networkMode: 'always' } },
})

const router = openRouter()
await startText()

const app = document.querySelector('#app')
if (!app) throw new Error('the page has no place for the app')
createRoot(app).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
