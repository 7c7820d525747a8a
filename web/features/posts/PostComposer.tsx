import { useState, type KeyboardEvent, type Ref, type SubmitEvent } from 'react'
import { PostText } from '#contract/textFields.ts'
import { limits } from '#contract/limits.ts'
import { cleanText, codePoints } from '#contract/words.ts'
import { CharacterCount } from '#web/platform/CharacterCount.tsx'
import { FieldText } from '#web/platform/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MemberIcon } from '#web/ui/MemberIcon.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import styles from './PostComposer.module.css'

type Props = {
  text: string
  isAnswer: boolean
  onText: (text: string) => void
  onNoAnswer: () => void
  /** Receives the text as the club stores it. */
  onPost: (text: string) => void
  ref: Ref<HTMLTextAreaElement>
}

export function PostComposer({ text, isAnswer, onText, onNoAnswer, onPost, ref }: Props) {
  const { t } = useText('posts')
  const [wasTried, setWasTried] = useState(false)
  const checked = PostText.safeParse(text)
  const used = codePoints(cleanText(text).trim())
  const problem = checked.error?.issues[0]?.message
  const isShown = problem && (problem !== 'post_empty' || wasTried)

  function post(event: SubmitEvent | KeyboardEvent) {
    event.preventDefault()
    setWasTried(!checked.success)
    if (checked.success) onPost(checked.data)
  }

  return (
    <form className={styles.composer} aria-label={t('composer')} onSubmit={post}>
      {isAnswer && (
        <p className={styles.answering}>
          <MemberIcon name="reply" size={16} />
          <span>
            <Text ns="posts" k="answering" />
          </span>
          <button
            type="button"
            className={styles.remove}
            aria-label={t('not_answering')}
            onClick={onNoAnswer}
          >
            <Icon name="close" size={16} />
          </button>
        </p>
      )}
      <div className={styles.box}>
        <Field
          label={
            <span className="visually-hidden">
              <Text ns="posts" k="message" />
            </span>
          }
          hint={<Text ns="posts" k="hint" />}
          error={isShown && <FieldText message={problem} />}
          aside={<CharacterCount used={used} max={limits.postText} />}
        >
          <TextArea
            ref={ref}
            rows={1}
            className={styles.input}
            placeholder={t('placeholder')}
            value={text}
            enterKeyHint="enter"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onChange={(event) => {
              setWasTried(false)
              onText(event.target.value)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) post(event)
            }}
          />
        </Field>
        <Button
          type="submit"
          className={styles.send}
          disabled={!checked.success}
          icon={<MemberIcon name="send" />}
        >
          <span className={styles.sendWords}>
            <Text ns="posts" k="post" />
          </span>
        </Button>
      </div>
    </form>
  )
}
