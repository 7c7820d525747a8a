import { useSyncExternalStore } from 'react'
import { readChoice, onChoiceChanged } from './record.ts'

/** The choice that holds on this device, as it changes. */
export function useHeldChoice() {
  useSyncExternalStore(onChoiceChanged, () => readChoice()?.timestamp ?? null)
  return readChoice()
}
