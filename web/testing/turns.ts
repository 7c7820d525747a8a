import { act } from '@testing-library/react'

/**
 * Lets everything run that is due: where answers come from the test itself and no timer is involved,
 * whatever an answer leads to has happened by then, however long this takes.
 */
export const settle = (): Promise<void> =>
  act(async () => {
    for (let turns = 0; turns < 50; turns += 1) await nextTurn()
  })

function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
