import type { ReactNode } from 'react'
import { Receipt, StaticForm as Form } from '#web/platform/forms/StaticForm.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text, useText } from '#web/text/Text.tsx'

type Words = Key<'contact'>
type Props = {
  /** The call it makes. */
  to: string
  send: Words
  receipt: { title: Words; text: Words }
  children: ReactNode
}

/** A form whose receipt is a number to refer to. */
export function StaticForm({ to, send, receipt, children }: Props) {
  const { t } = useText('contact')
  return (
    <>
      <Form to={to} send={<Text ns="contact" k={send} />} sending={t('sending')}>
        {children}
      </Form>
      <Receipt title={<Text ns="contact" k={receipt.title} />}>
        <p>
          <Text ns="contact" k={receipt.text} /> <strong data-reference="" />
        </p>
      </Receipt>
    </>
  )
}
