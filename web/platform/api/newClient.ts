import { QueryClient, type QueryObserverOptions } from '@tanstack/react-query'

type Asking = Pick<QueryObserverOptions, 'retry' | 'staleTime'>

/**
 * Requests are sent even when the device believes to be offline: one that fails shows an error, while
 * one that is paused would show nothing, keep its window open, and be sent much later.
 */
export const newClient = (queries: Asking): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { ...queries, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
