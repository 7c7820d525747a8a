import { Email } from '#contract/emailField.ts'
import {
  operatorFacts,
  operatorPlaceholders,
  type Operator,
  type OperatorFact,
} from '#contract/operator.ts'
import { cleanLine, codePoints } from '#contract/words.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

const LONGEST = 300

/** What a fact must look like beyond being there. */
const EXPECTED: Partial<Record<OperatorFact, { is: (text: string) => boolean; words: string }>> = {
  OPERATOR_EMAIL: { is: (text) => Email.safeParse(text).success, words: 'an e-mail address' },
  OPERATOR_YOUTH_PROTECTION: { is: (text) => /\S@\S/.test(text), words: 'a name and an e-mail' },
  OPERATOR_DATA_PROTECTION: { is: (text) => /\S@\S/.test(text), words: 'a name and an e-mail' },
}

/**
 * The facts the law wants of an operator. Where they are demanded, a `SetupError` names all that
 * are missing; elsewhere examples take their place, and `isOperatorNamed` is false.
 */
export function readOperator(
  environment: Record<string, string | undefined>,
  { isDemanded }: { isDemanded: boolean },
): { operator: Operator; isOperatorNamed: boolean } {
  const given = operatorFacts.map((name) => [name, cleanLine(environment[name] ?? '')] as const)
  for (const [name, text] of given) refuseMalformed(name, text)
  // an example copied from our own pages names nobody
  const missing = given
    .filter(([name, text]) => !text || text === operatorPlaceholders[name])
    .map(([name]) => name)
  if (isDemanded && missing.length > 0)
    throw new SetupError(
      `PUBLIC_URL is https, so the law wants these of the operator, and they are not set: ${missing.join(', ')}.`,
    )
  const operator = Object.fromEntries(
    given.map(([name, text]) => [name, text || operatorPlaceholders[name]]),
  ) as Operator
  return { operator, isOperatorNamed: missing.length === 0 }
}

function refuseMalformed(name: OperatorFact, text: string): void {
  if (codePoints(text) > LONGEST)
    throw new SetupError(`${name} must be at most ${LONGEST} characters long.`)
  const expected = EXPECTED[name]
  if (text && expected && !expected.is(text))
    throw new SetupError(`${name} must be ${expected.words}, not "${text}".`)
}
