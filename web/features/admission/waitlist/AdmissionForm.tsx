// Opens or closes the door and sets everybody's invitations; what changes for whom is said before.
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { cleanCode } from '#contract/digits.ts'
import { setDoor, type DoorSettings } from '#contract/admission/admission.ts'
import { limits } from '#contract/limits.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { pickChanged } from '#web/platform/forms/pickChanged.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import desk from '#web/features/admission/desk.module.css'

const WAYS = ['open', 'invitation'] as const

type Props = {
  settings: DoorSettings
  onChange: () => void
  /** `isAll` answers whether nothing was chosen or typed since it was sent. */
  onSaved: (isAll: () => boolean) => Promise<void>
}

export function AdmissionForm({ settings, onChange, onSaved }: Props) {
  const [admission, setAdmission] = useState(settings.admission)
  const [stock, setStock] = useState(String(settings.invitationsPerMember))
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  // as it was saved, here or by somebody else
  const [known, setKnown] = useState(settings)
  // and as far as one can tell now: what was sent and not answered may have been saved
  const [certain, setCertain] = useState<DoorSettings | null>(settings)
  if (JSON.stringify(settings) !== JSON.stringify(known)) {
    setKnown(settings)
    setCertain(settings)
    // what was chosen or typed meanwhile stays
    if (admission === known.admission) setAdmission(settings.admission)
    if (Number(cleanCode(stock)) === known.invitationsPerMember)
      setStock(String(settings.invitationsPerMember))
  }
  const max = limits.invitationsPerMember
  const isStockGood = /^\d{1,3}$/.test(cleanCode(stock)) && Number(cleanCode(stock)) <= max

  const shown = useRef({ admission, stock })
  useEffect(() => {
    shown.current = { admission, stock }
  }, [admission, stock])
  const change = (next: Partial<{ admission: typeof admission; stock: string }>) => {
    onChange()
    if (next.admission) setAdmission(next.admission)
    if (next.stock !== undefined) setStock(next.stock)
  }

  const save = async () => {
    onChange()
    setPending(true)
    setFailure(null)
    try {
      const wanted = { admission, invitationsPerMember: Number(cleanCode(stock)) }
      await call(setDoor, { body: certain ? pickChanged(certain, wanted) : wanted })
      setCertain(wanted)
      setAsking(false)
      const isAll = () => shown.current.admission === admission && shown.current.stock === stock
      await onSaved(isAll)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setCertain(null)
      setFailure(error)
    } finally {
      setPending(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    setFailure(null)
    if (isPending || !isStockGood) return
    if (admission === certain?.admission) void save()
    else setAsking(true)
  }
  const way = admission === 'open' ? 'open' : 'close'
  const trouble = failure && <ErrorNotice failure={failure} />
  return (
    <form noValidate onSubmit={submit} className="stack-4">
      <fieldset className={`stack-1 ${desk.choice}`}>
        <Text as="legend" ns="admission" k="admission" />
        {WAYS.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="admission"
              checked={admission === one}
              onChange={() => change({ admission: one })}
            />
            <Text ns="admission" k={`${one}`} />
          </label>
        ))}
      </fieldset>
      <Field
        label={<Text ns="admission" k="stock" />}
        hint={<Text ns="admission" k="stock_hint" values={{ max }} />}
        error={
          isTried && !isStockGood && <Text ns="admission" k="stock_invalid" values={{ max }} />
        }
      >
        <TextInput
          inputMode="numeric"
          className={desk.number}
          value={stock}
          onChange={({ target }) => change({ stock: target.value })}
        />
      </Field>
      {!isAsking && trouble}
      <Button type="submit" className="at-start" pending={isPending && !isAsking}>
        <Text ns="admission" k="save" />
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        isBusy={isPending}
        title={<Text ns="admission" k={`${way}_title`} />}
        description={<Text ns="admission" k={`${way}_text`} />}
        actions={
          <>
            <DialogCancel />
            <Button pending={isPending} onClick={() => void save()}>
              <Text ns="admission" k={`${way}_confirm`} />
            </Button>
          </>
        }
      >
        {trouble}
      </Dialog>
    </form>
  )
}
