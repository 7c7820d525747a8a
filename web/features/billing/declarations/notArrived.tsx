import { Text } from '#web/text/Text.tsx'

/** Only where the club itself refused it is it certain that nothing was declared. */
export const notArrived = (code: string) => (
  <Text
    ns="declarations"
    k={
      code === 'too_many_attempts' || code === 'invalid_input' ? 'failed_title' : 'uncertain_title'
    }
  />
)
