import type { Export } from '#contract/privacy/ownData.ts'
import type { DataRequest, RequestLine } from '#contract/privacy/dataRequests.ts'

/** A copy of somebody's data, ready since an hour. */
export const copyOfData = (more: Partial<Export> = {}): Export => ({
  id: '018f0000-0000-7000-8000-0000000000e1',
  state: 'ready',
  progress: 100,
  requestedAt: '2026-11-21T10:55:00.000Z',
  readyAt: '2026-11-21T11:00:00.000Z',
  expiresAt: '2026-11-28T11:00:00.000Z',
  bytes: 2_345_678,
  isVoid: false,
  nextAt: '2026-11-22T10:55:00.000Z',
  ...more,
})

/** A request by right that waits for its answer. */
export const dataRequest = (more: Partial<DataRequest> = {}): DataRequest => ({
  id: '018f0000-0000-7000-8000-0000000000f1',
  number: 'DS-2026-000123',
  kind: 'rectification',
  text: 'Ich bin 1990 geboren, nicht 1991.',
  receivedAt: '2026-11-18T10:00:00.000Z',
  dueAt: '2026-12-18T22:59:59.000Z',
  extensionReason: null,
  closedAt: null,
  answer: null,
  ...more,
})

/** The same, as admins see it. */
export const requestLine = (more: Partial<RequestLine> = {}): RequestLine => ({
  ...dataRequest(),
  userId: '018f0000-0000-7000-8000-0000000000c1',
  username: 'Ben',
  isUrgent: false,
  isRestricted: false,
  ...more,
})
