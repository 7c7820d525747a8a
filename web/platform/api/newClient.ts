import { QueryClient, type QueryObserverOptions } from '@tanstack/react-query'

type Asking = Pick<QueryObserverOptions, 'retry' | 'staleTime'>

/**
 * What a tab asks and does goes out at once, whatever the device thinks of its network: a try that
 * fails is told, one put off would be told nobody, hold its window open, and be made much later.
 */
export const newClient = (queries: Asking): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { ...queries, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
