// On the landing page: how an evening goes, what the club promises, and answers to common questions.
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import styles from './LandingSections.module.css'

/** How an evening goes, what holds, and what everybody asks first. */
export function LandingWords() {
  return (
    <>
      <Steps />
      <Trust />
      <Questions />
    </>
  )
}

const STEPS = {
  sit: (
    <>
      <path d="M16 42V26a10 10 0 0 1 10-10h12a10 10 0 0 1 10 10v16M8 44a6 6 0 0 1 12 0v6h24v-6a6 6 0 0 1 12 0v12H8ZM16 56v5M48 56v5" />
      <path data-lit="" d="M32 4v5M22 6l2 4M42 6l-2 4" />
    </>
  ),
  answer: (
    <>
      <path d="M14 14h26a7 7 0 0 1 7 7v10a7 7 0 0 1-7 7H25l-9 8v-8h-2a7 7 0 0 1-7-7V21a7 7 0 0 1 7-7Z" />
      <path data-lit="" d="M52 30a6 6 0 0 1 5 6v9a6 6 0 0 1-6 6h-1v7l-8-7h-9" />
    </>
  ),
  wave: (
    <>
      <path d="M22 34V16a4 4 0 0 1 8 0v14-18a4 4 0 0 1 8 0v18-14a4 4 0 0 1 8 0v22c0 11-6 18-15 18-8 0-12-4-16-11l-5-9a4 4 0 0 1 7-4Z" />
      <path data-lit="" d="M52 10c3 2 5 5 6 9M12 20c-3 1-5 4-6 7" />
    </>
  ),
} as const satisfies Record<string, ReactNode>

function Steps() {
  return (
    <section className={styles.steps} aria-labelledby="steps">
      <Text as="h2" id="steps" ns="landing" k="steps_title" />
      <ol>
        {(['sit', 'answer', 'wave'] as const).map((step) => (
          <li key={step}>
            <svg viewBox="0 0 64 64" width="72" height="72" aria-hidden="true" focusable="false">
              {STEPS[step]}
            </svg>
            <Text as="h3" ns="landing" k={`step_${step}`} />
            <Text as="p" ns="landing" k={`step_${step}_text`} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Trust() {
  const tongue = useScreenTongue()
  const held = [
    ['eyes', `${paths.legal('privacy')}#${tongue}-recipients`],
    ['shredded', `${paths.legal('privacy')}#${tongue}-retention`],
    ['cookies', paths.legal('cookies')],
    ['no', `${paths.rules}#${tongue}-kind`],
    ['unseen', `${paths.legal('privacy')}#${tongue}-recipients`],
    ['reports', `${paths.rules}#${tongue}-consequences`],
  ] as const
  return (
    <section className={styles.trust} aria-labelledby="trust">
      <div>
        <Text as="h2" id="trust" ns="landing" k="trust_title" />
        <ul>
          {held.map(([held, to]) => (
            <li key={held}>
              <Icon name="check" size={18} />
              <a href={to}>
                <Text ns="landing" k={`trust_${held}`} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Questions() {
  return (
    <section className={styles.ask} aria-labelledby="ask">
      <Text as="h2" id="ask" ns="landing" k="ask_title" />
      <dl>
        {(['who', 'cost', 'seen', 'leave'] as const).map((asked) => (
          <div key={asked}>
            <Text as="dt" ns="landing" k={`ask_${asked}`} />
            <Text as="dd" ns="landing" k={`ask_${asked}_text`} />
          </div>
        ))}
      </dl>
    </section>
  )
}
