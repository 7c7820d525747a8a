// The place of one side of an identity document: empty, opening, or with what will be sent of it.
import { useId, useRef, useEffect, useState } from 'react'
import type { Side } from '#contract/verification/verification.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FieldError } from '#web/ui/fields/Field.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import type { UploadDocument, RefusedFile } from './documents.ts'
import { FilePicker } from './FilePicker.tsx'
import styles from './SideSlot.module.css'
import { problemText } from './uploadToasts.tsx'
import { useDropHere } from './useDropHere.ts'

type Props = {
  side: Side
  document: UploadDocument | undefined
  isOpening: boolean
  isMissing: boolean
  refused: RefusedFile | undefined
  /** Nothing may change while it is being sent, or a picture is being opened. */
  isLocked: boolean
  /** How much of it has been sent, from 0 to 1; null while it is not its turn. */
  sent: number | null
  onPick: (file: File) => void
  onEdit: (picture: Blob) => void
  onRemove: () => void
}

export function SideSlot({
  side,
  document,
  isOpening,
  isMissing,
  refused,
  isLocked,
  sent,
  ...acts
}: Props) {
  const { t } = useText('verify')
  const id = useId()
  const slot = useRef<HTMLDivElement>(null)
  const isOver = useDropHere(slot, (file) => {
    if (!isLocked && !isOpening) acts.onPick(file)
  })
  return (
    <div
      ref={slot}
      role="group"
      className={styles.slot}
      aria-labelledby={id}
      aria-busy={isOpening || sent !== null}
      data-over={isOver || undefined}
      data-missing={isMissing || undefined}
    >
      <div className={styles.shown}>
        {document ? (
          <Preview document={document} alt={t(`preview_${side}`)} />
        ) : (
          <label htmlFor={`${id}-file`} className={`soft tiny ${styles.drop}`}>
            <Text ns="verify" k="drop_here" />
          </label>
        )}
      </div>
      <div className="stack-2 shrinks">
        <h4 id={id} className={`line-2 bold ${styles.title}`}>
          <Text ns="verify" k={`side_${side}`} />
          {document && <Icon name="check" size={18} />}
        </h4>
        <p className={`soft small ${styles.soft}`}>
          <Text ns="verify" k={document?.type === 'pdf' ? 'pdf_note' : `hint_${side}`} />
        </p>
        <FieldError id={`${id}-error`}>
          {refused ? (
            <>
              <Text
                ns="verify"
                k="not_taken"
                values={{ name: refused.name || t(`name_${side}`) }}
              />{' '}
              <Text ns="verify" k={problemText(refused.problem)} />
            </>
          ) : (
            isMissing && <Text ns="verify" k="side_missing" />
          )}
        </FieldError>
        <p role="status" className={`soft small ${styles.soft}`}>
          {isOpening && <Text ns="verify" k="opening" />}
        </p>
        {sent !== null ? (
          <label className={`stack-1 small ${styles.sending}`}>
            <Text ns="verify" k="sending" />
            <progress value={sent || undefined} />
          </label>
        ) : (
          <div className="row-2">
            <FilePicker
              id={`${id}-file`}
              side={side}
              isPending={isOpening}
              isLocked={isLocked}
              isReplacing={document !== undefined}
              onPick={acts.onPick}
            />
            {document && document.type !== 'pdf' && (
              <Button
                size="s"
                look="plain"
                aria-disabled={isLocked}
                onClick={() => !isLocked && acts.onEdit(document.blob)}
              >
                <Text ns="verify" k="edit" />
              </Button>
            )}
            {document && (
              <Button
                size="s"
                look="plain"
                aria-disabled={isLocked}
                onClick={() => !isLocked && acts.onRemove()}
              >
                <Text ns="verify" k="remove" />
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

function Preview({ document, alt }: { document: UploadDocument; alt: string }) {
  const url = useObjectUrl(document.blob)
  if (document.type === 'pdf') return <span className="bold">PDF</span>
  return url ? <img src={url} alt={alt} /> : null
}

/** An address for what lies in memory, taken back when it is no longer shown. */
function useObjectUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
