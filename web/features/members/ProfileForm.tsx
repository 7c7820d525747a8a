// A member's own name, city and words to change; kept on the device until they are saved or discarded.
import { codes } from '#contract/errors.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { getMember, getProfile, saveProfile, type Profile } from '#contract/members/profiles.ts'
import { countKept } from '#contract/words.ts'
import { CharacterCount } from '#web/platform/forms/CharacterCount.tsx'
import { call, query } from '#web/platform/api/call.ts'
import { findContractProblems } from '#web/platform/forms/contractProblems.ts'
import { hasLeft } from '#web/platform/session/drafts.ts'
import { ErrorText, FieldText } from '#web/platform/api/ErrorText.tsx'
import { userUpdated } from '#web/platform/session/session.ts'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field, TextInput, TextArea } from '#web/ui/fields/Field.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import {
  findChanges,
  FIELDS,
  toProfileFields,
  keepProfileDraft,
  readProfileDraft,
  type ProfileFields,
} from './profileDraft.ts'

type Props = {
  userId: string
  profile: Profile
  onUnsaved: (isUnsaved: boolean) => void
  /** Resets the form to what is saved. */
  onDiscard: () => void
  /** After a reset: the button that was pressed is gone. */
  takesFocus: boolean
}

const TAKEN = codes.conflict
const hasAny = (changes: Partial<ProfileFields>) => Object.keys(changes).length > 0

export function ProfileForm({ userId, profile, onUnsaved, onDiscard, takesFocus }: Props) {
  const client = useQueryClient()
  const [saved, setSaved] = useState(() => toProfileFields(profile))
  const [draft] = useState(() => readProfileDraft(userId))
  const [begun] = useState(() => ({ ...saved, ...draft }))
  const noted = useRef<ProfileFields>(begun)
  const [bio, setBio] = useState(begun.bio)
  const [isUnsaved, setUnsaved] = useState(() => hasAny(findChanges(begun, saved)))
  useLayoutEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved])

  const compare = (fields: ProfileFields, stored: ProfileFields) => {
    const changes = findChanges(fields, stored)
    setUnsaved(hasAny(changes))
    keepProfileDraft(userId, changes)
  }
  const form = useCallForm<ProfileFields>({
    defaults: begun,
    changed: (fields) => {
      // also called when a field is merely left, which must not bring a discarded draft back
      if (JSON.stringify(fields) === JSON.stringify(noted.current)) return
      noted.current = fields
      setBio(fields.bio)
      compare(fields, saved)
    },
    check: (fields) => findContractProblems(saveProfile.body, fields),
    send: async (fields) => {
      // only what was changed here: another tab or device may have saved the rest meanwhile
      const answer = await call(saveProfile, { body: findChanges(fields, saved) })
      // dropped if another member logged in in this tab meanwhile
      if (hasLeft(userId)) return
      const now = toProfileFields(answer)
      setSaved(now)
      adopt(now, fields)
      // more may have been typed meanwhile; of a screen that was left there is what it kept
      compare(props.ref.current ? values() : { ...now, ...readProfileDraft(userId) }, now)
      client.setQueryData(query(getProfile, {}).queryKey, (known) => ({
        ...answer,
        photos: known?.photos ?? answer.photos,
      }))
      const { queryKey } = query(getMember, { params: { memberId: userId } })
      void client.invalidateQueries({ queryKey })
      void userUpdated(client)
      showToast({ title: 'profile_saved', tone: 'success' })
    },
    refused: (error) => {
      showToast({ title: 'profile_save_failed', description: <ErrorText failure={error} /> })
      if (error.code === TAKEN) return { username: TAKEN }
      const wrong = error.body?.errors ?? []
      return Object.fromEntries(wrong.map(({ path, message }) => [path, message]))
    },
  })
  const { register, values, put, focus, problem, isPending, props } = form
  /** Shows what the club has by now where nobody wrote since it had `before`. */
  function adopt(now: ProfileFields, before: ProfileFields): void {
    const next = { ...values(), ...findChanges(now, values()), ...findChanges(values(), before) }
    for (const field of FIELDS) if (next[field] !== values()[field]) put(field, next[field])
    noted.current = next
    setBio(next.bio)
  }
  const stored = toProfileFields(profile)
  // saved on another device meanwhile: what nobody touched here follows
  const follow = useEffectEvent(() => {
    if (!hasAny(findChanges(stored, saved))) return
    adopt(stored, saved)
    setSaved(stored)
    compare(values(), stored)
  })
  const known = JSON.stringify(stored)
  useEffect(() => follow(), [known])

  const begin = useEffectEvent(() => {
    if (takesFocus) focus('username')
  })
  useEffect(() => begin(), [])
  const error = (field: keyof ProfileFields) => {
    const message = problem(field)
    if (message === TAKEN) return <ErrorText failure={{ code: TAKEN }} />
    return message && <FieldText message={message} />
  }

  return (
    <Card titleId="about" title={<Text ns="profile" k="about" />}>
      {draft && isUnsaved && (
        <Notice announced={false}>
          <Text ns="profile" k="restored" />
        </Notice>
      )}
      <form className="stack-4" {...props}>
        <Field label={<Text ns="profile" k="username" />} error={error('username')}>
          <TextInput
            required
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            {...register('username')}
          />
        </Field>
        <Field label={<Text ns="profile" k="city" />} error={error('city')}>
          <TextInput autoComplete="address-level2" {...register('city')} />
        </Field>
        <BioField bio={bio} error={error('bio')}>
          <TextArea autoComplete="off" {...register('bio')} />
        </BioField>
        <div className="toolbar">
          <Button type="submit" pending={isPending}>
            <Text ns="profile" k="save" />
          </Button>
          {isUnsaved && (
            <Button
              look="plain"
              onClick={() => {
                keepProfileDraft(userId, {})
                onDiscard()
              }}
            >
              <Text ns="profile" k="discard" />
            </Button>
          )}
          <p role="status" className="soft small">
            {isUnsaved && <Text ns="profile" k="unsaved" />}
          </p>
        </div>
      </form>
    </Card>
  )
}

type BioProps = { bio: string; error: ReactNode; children: ReactNode }

function BioField({ bio, error, children }: BioProps) {
  const used = countKept(bio)
  return (
    <Field
      label={<Text ns="profile" k="bio" />}
      hint={<Text ns="profile" k="bio_hint" />}
      error={error}
      aside={<CharacterCount used={used} max={limits.bio} />}
    >
      {children}
    </Field>
  )
}
