// What one can do about a post or a message: copy, hide or report it, mute or block whose it is.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { CopyAct } from '#web/platform/shell/CopyAct.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useWindow } from '#web/ui/behaviour/useWindow.ts'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import menu from '#web/ui/dialogs/Menu.module.css'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { MuteAct } from './MuteAct.tsx'
import type { MenuProps } from './PostMenu.tsx'
import { PutAwayDialog } from './PutAwayDialog.tsx'
import styles from './blocks.module.css'
import { useHide } from './usePutAway.ts'
import { useFailureToast } from './useFailureToast.tsx'

type Props = MenuProps & {
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  opener: RefObject<HTMLButtonElement | null>
}

export function PostMenuDialog(props: Props) {
  const { post, isOpen, onOpenChange, onReport, isMessage, opener } = props
  /** What is said before it is done, in a window of its own. */
  const [step, setStep] = useState<'mute' | 'hide' | 'block' | null>(null)
  const hide = useHide()
  const withToast = useFailureToast()
  const { author } = post
  const isTouched = useWindow('(pointer: coarse)')
  /** What stands in the place of the post, or after it, once it is gone or folded. */
  const next = useRef<() => HTMLElement | null>(() => null)
  useEffect(() => {
    if (isOpen && opener.current) next.current = restOfList(opener.current)
  }, [isOpen, opener])
  /** From when a window opens until the focus is back at what opened it. */
  const isHeld = useRef(false)
  useLayoutEffect(() => {
    if (isOpen) isHeld.current = true
  }, [isOpen])
  useLayoutEffect(() => {
    const button = opener.current
    return () => {
      // a post that is folded takes what was pressed with it, before or after its window is closed
      if (!isHeld.current && document.activeElement !== button) return
      const goOn = next.current
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) goOn()?.focus()
      })
    }
  }, [opener])
  const returnTo = () => {
    if (opener.current) isHeld.current = false
    return opener.current ?? next.current() ?? document.querySelector('main')
  }
  /** What is pressed at the post itself once the window is gone. */
  const chosen = useRef<HTMLElement>(null)
  const goBack = () => {
    const act = chosen.current
    chosen.current = null
    // by then the focus is back, and goes on from there
    if (act) requestAnimationFrame(() => act.click())
    return returnTo()
  }
  const change = (open: boolean) => {
    hide.reset()
    onOpenChange(open)
  }
  /** Which step the window shows, also while it closes. */
  const [what, setWhat] = useState<'mute' | 'hide'>('hide')
  if (step && step !== 'block' && step !== what) setWhat(step)
  const closeAsked = (open: boolean) => {
    if (open) return
    setStep(null)
    onOpenChange(false)
  }
  const putAway = async () => {
    if (!(await withToast(hide.mutateAsync({ id: post.id }), <Text ns="safety" k="hide_failed" />)))
      return
    onOpenChange(false)
    addToast({
      title: <Text ns="safety" k="hidden" />,
      description: <Text ns="safety" k="hidden_text" />,
      tone: 'success',
    })
  }
  return (
    <>
      <Dialog
        open={isOpen && !step}
        onOpenChange={change}
        isBusy={hide.isPending}
        title={
          <Text
            ns="safety"
            k={isMessage ? 'menu_message' : 'menu'}
            values={{ username: author.username }}
          />
        }
        returnTo={() => (step ? null : goBack())}
      >
        {isTouched && (
          <p className={`break-anywhere soft ${styles.said}`} lang="" dir="auto">
            {post.text}
          </p>
        )}
        <ul role="list" className={menu.menu}>
          {isTouched &&
            actsAt(opener.current).map(({ k, button }) => (
              <li key={k}>
                <Button
                  look="plain"
                  wide
                  onClick={() => {
                    chosen.current = button
                    onOpenChange(false)
                  }}
                >
                  <Text ns="posts" k={k} />
                </Button>
              </li>
            ))}
          <li>
            <CopyAct text={post.text} onDone={() => onOpenChange(false)} />
          </li>
          {!isMessage && (
            <>
              <li>
                <Button look="plain" wide pending={hide.isPending} onClick={() => void putAway()}>
                  <Text ns="safety" k="hide" />
                </Button>
              </li>
              <li>
                <Button look="plain" wide onClick={() => setStep('hide')}>
                  <Text ns="safety" k="hide_why" />
                </Button>
              </li>
            </>
          )}
          {onReport && (
            <li>
              <Button
                look="plain"
                wide
                onClick={() => {
                  onOpenChange(false)
                  onReport(post)
                }}
              >
                <Text ns="safety" k="report" />
              </Button>
            </li>
          )}
          {!isMessage && (
            <MuteAct
              member={author}
              onMute={() => setStep('mute')}
              onUnmuted={() => onOpenChange(false)}
            />
          )}
          <li>
            <Button look="plain" wide className={menu.danger} onClick={() => setStep('block')}>
              <Text ns="safety" k="block" values={{ username: author.username }} />
            </Button>
          </li>
        </ul>
        <ErrorNotice failure={hide.error} />
      </Dialog>
      <PutAwayDialog
        what={what}
        id={what === 'mute' ? author.id : post.id}
        username={author.username}
        isOpen={isOpen && step === what}
        onOpenChange={closeAsked}
        returnTo={returnTo}
      />
      <BlockDialog
        member={author}
        isOpen={isOpen && step === 'block'}
        onOpenChange={closeAsked}
        returnTo={returnTo}
      />
    </>
  )
}

/** What stands at the post for one press, and is offered to a finger here as well. */
function actsAt(opener: HTMLElement | null) {
  const post = opener?.closest('article')
  return KEYS.flatMap(({ k, key }) => {
    const button = post?.querySelector<HTMLElement>(`[data-key="${key}"]`)
    return button && button.getAttribute('aria-pressed') !== 'true' ? [{ k, button }] : []
  })
}

const KEYS = [
  { k: 'reply', key: 'r' },
  { k: 'wave', key: 'w' },
] as const

/** The first article of a list from a line on, asked for when what stands there may be gone, or another. */
function restOfList(within: Element): () => HTMLElement | null {
  const lines: Element[] = []
  for (let line = within.closest<Element>('li'); line; line = line.nextElementSibling)
    lines.push(line)
  return () => {
    const there = lines.filter(({ isConnected }) => isConnected)
    return there.map((line) => line.querySelector('article')).find((one) => one !== null) ?? null
  }
}
