import { OperatorNote } from '#web/legal/OperatorNote.tsx'
import { paths } from '#web/paths.ts'
import { OPERATOR_EMAIL } from '#web/static/holes.ts'
import { Text } from '#web/text/Text.tsx'
import { useSpokenTongue } from '#web/text/useSpokenTongue.ts'
import { useText } from '#web/text/useText.ts'

/** Where nothing can send the form: a mail that holds everything it asks for. */
export function WithoutScript({ kind }: { kind: 'cancel' | 'withdraw' }) {
  const { t } = useText('declarations')
  const subject = encodeURIComponent(t(`mail_${kind}_subject`))
  const words = t(`mail_${kind}_body`)
  const body = encodeURIComponent(words)
  return (
    <noscript>
      <p>
        <Text ns="declarations" k={`no_script_${kind}`} />{' '}
        <a href={`mailto:${OPERATOR_EMAIL}?subject=${subject}&body=${body}`}>
          <Text ns="declarations" k={`mail_${kind}`} />
        </a>{' '}
        ({OPERATOR_EMAIL})
      </p>
      <blockquote>
        {words.split('\n').map((line, at) => (
          // empty lines are alike
          <p key={at}>{line}</p>
        ))}
      </blockquote>
    </noscript>
  )
}

/** A declaration needs no form. */
export function OtherWays() {
  const lang = useSpokenTongue()
  return (
    <>
      <h2>
        <Text ns="declarations" k="other_ways" />
      </h2>
      <dl>
        <dt>
          <Text ns="declarations" k="by_email" />
        </dt>
        <dd>
          <a href={`mailto:${OPERATOR_EMAIL}`}>{OPERATOR_EMAIL}</a>
        </dd>
        <dt>
          <Text ns="declarations" k="by_post" />
        </dt>
        <dd>
          <a href={paths.legal('impressum')}>
            <Text ns="declarations" k="imprint" />
          </a>
        </dd>
      </dl>
      <OperatorNote lang={lang} />
    </>
  )
}
