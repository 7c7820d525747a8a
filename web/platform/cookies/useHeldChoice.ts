import { useSyncExternalStore } from 'react'
import { heldChoice, onChoiceChanged } from './record.ts'

/** The choice that holds on this device, as it changes. */
export function useHeldChoice() {
  useSyncExternalStore(onChoiceChanged, () => heldChoice()?.timestamp ?? null)
  return heldChoice()
}
