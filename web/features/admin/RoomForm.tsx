// Where an admin creates or changes a room; its address is only chosen when it is created.
import { useRef, useState } from 'react'
import { codes } from '#contract/errors.ts'
import { cleanCode } from '#contract/digits.ts'
import { limits } from '#contract/limits.ts'
import { createRoom, roomIcons, saveRoom, type RoomLine } from '#contract/rooms/roomAdmin.ts'
import { call } from '#web/platform/api/call.ts'
import { findContractProblems } from '#web/platform/forms/contractProblems.ts'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { pickChanged } from '#web/platform/forms/pickChanged.ts'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useHold } from '#web/ui/dialogs/dialogContext.ts'
import { Field, Select, TextInput } from '#web/ui/fields/Field.tsx'
import { RoomIcon } from '#web/ui/icons/RoomIcon.tsx'
import styles from './admin.module.css'

const LEVELS = ['free', 'club', 'paid', 'vip'] as const
type Fields = Record<'slug' | 'name' | 'description' | 'icon' | 'accessLevel' | 'slow', string>

const bodyOf = ({ slug, name, description, icon, accessLevel, slow }: Fields) => ({
  slug: slug.trim(),
  name,
  description,
  icon: icon as (typeof roomIcons)[number],
  accessLevel: accessLevel as (typeof LEVELS)[number],
  slowSeconds: /^\d{1,4}$/.test(cleanCode(slow)) ? Number(cleanCode(slow)) : Number.NaN,
})

type Props = {
  /** Null: a new one. */
  room: RoomLine | null
  /** `isAll`: nothing was changed since it was sent. */
  onSaved: (room: RoomLine, isAll: boolean) => Promise<void>
}

export function RoomForm({ room, onSaved }: Props) {
  const { t } = useText('house')
  // an icon we have no drawing for is shown as the door
  const drawn = roomIcons.find((icon) => icon === room?.icon) ?? 'door'
  // as it was when the form was opened
  const [defaults] = useState<Fields>({
    slug: room?.slug ?? '',
    name: room?.name ?? '',
    description: room?.description ?? '',
    icon: drawn,
    accessLevel: room?.accessLevel ?? 'free',
    slow: String(room?.slowSeconds ?? 0),
  })
  // a request without an answer may have been saved: later ones send every field, not only what changed
  const isSent = useRef(false)
  const form = useCallForm<Fields>({
    defaults,
    check: (fields) => {
      const { slowSeconds, ...rest } = findContractProblems<Record<string, unknown>>(
        createRoom.body,
        bodyOf(fields),
      )
      return { ...rest, ...(slowSeconds && { slow: slowSeconds }) }
    },
    send: async (fields) => {
      const { slug, ...all } = bodyOf(fields)
      const body = isSent.current ? all : pickChanged(bodyOf(defaults), all)
      isSent.current = true
      const saved = room
        ? await call(saveRoom, { params: { roomSlug: room.slug }, body })
        : await call(createRoom, { body: { ...all, slug } })
      const isAll = form.isStill(fields)
      if (!room) form.clear(fields)
      await onSaved(saved, isAll)
    },
    refused: ({ code }) => (code === codes.conflict ? { slug: 'slug_taken' } : {}),
  })
  useHold(form.isPending)
  const problem = (field: keyof Fields) => {
    const message = form.problem(field)
    if (!message) return undefined
    if (message === 'slug_taken') return <Text ns="house" k="slug_taken" />
    if (field === 'slug')
      return <Text ns="house" k={form.values().slug.trim() ? 'slug_invalid' : 'slug_missing'} />
    if (field === 'slow')
      return <Text ns="house" k="slow_invalid" values={{ max: limits.slowSeconds }} />
    return <FieldText message={message} />
  }
  return (
    <form {...form.props} className="stack-4">
      <div className={styles.fields}>
        {!room && (
          <Field
            label={<Text ns="house" k="slug" />}
            hint={!problem('slug') && <Text ns="house" k="slug_hint" />}
            error={problem('slug')}
          >
            <TextInput autoComplete="off" spellCheck={false} {...form.register('slug')} />
          </Field>
        )}
        <Field label={<Text ns="house" k="name" />} error={problem('name')}>
          <TextInput autoComplete="off" {...form.register('name')} />
        </Field>
        <div className={styles.whole}>
          <Field label={<Text ns="house" k="description" />} error={problem('description')}>
            <TextInput autoComplete="off" {...form.register('description')} />
          </Field>
        </div>
        <fieldset className={styles.icons}>
          <Text as="legend" ns="house" k="icon" />
          {roomIcons.map((icon) => {
            const { name, onChange, onBlur } = form.register('icon')
            return (
              <label key={icon}>
                <input
                  type="radio"
                  value={icon}
                  defaultChecked={icon === drawn}
                  {...{ name, onChange, onBlur }}
                />
                <RoomIcon name={icon} />
                <Text ns="house" k={`icon_${icon}`} />
              </label>
            )
          })}
        </fieldset>
        <Field
          label={<Text ns="house" k="level" />}
          hint={room && <Text ns="house" k="level_hint" />}
        >
          <Select {...form.register('accessLevel')}>
            {LEVELS.map((level) => (
              <option key={level} value={level}>
                {t(`level_${level}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={<Text ns="house" k="slow_label" />}
          hint={
            !problem('slow') && (
              <Text ns="house" k="slow_hint" values={{ max: limits.slowSeconds }} />
            )
          }
          error={problem('slow')}
        >
          <TextInput inputMode="numeric" {...form.register('slow')} />
        </Field>
      </div>
      {room && <input type="hidden" {...form.register('slug')} />}
      <ErrorNotice failure={form.failure} />
      <Button type="submit" className="at-start" pending={form.isPending}>
        <Text ns="house" k={room ? 'save' : 'room_create'} />
      </Button>
    </form>
  )
}
