import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  giveConsent,
  listConsents,
  withdrawConsent,
  type ConsentDocument,
} from '#contract/consent/consent.ts'
import { getProfile } from '#contract/members/profiles.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'
import { userUpdated } from '#web/platform/session/session.ts'
import type { Tongue } from '#web/text/language.ts'

type Given = {
  document: ConsentDocument
  version: string
  /** The language it was read in. */
  language: Tongue
  method: 'checkbox' | 'button'
}

/** Says yes to a document; `onGiven` follows once every screen knows of it. */
export function useGiveConsent(onGiven: () => void) {
  const client = useQueryClient()
  return useMutation<unknown, CallError, Given>({
    mutationFn: async (body) => {
      await call(giveConsent, { body })
      await spread(client)
    },
    onSuccess: onGiven,
  })
}

export function useWithdrawConsent() {
  const client = useQueryClient()
  return useMutation<unknown, CallError>({
    mutationFn: async () => {
      await call(withdrawConsent, {})
      await spread(client)
    },
  })
}

/** Consent changes who sees what, here and in the other tabs. */
async function spread(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: query(listConsents, {}).queryKey })
  void client.invalidateQueries({ queryKey: query(getProfile, {}).queryKey })
  await userUpdated(client)
}
