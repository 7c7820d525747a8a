import { documentVersions } from '#contract/consent/consentVersions.ts'
import { cookieBanner } from '#contract/consent/cookieBanner.ts'
import type { Side } from '#contract/verification/verification.ts'
import { uuid } from '#testing/random.ts'
import type { AccessScene } from '#testing/authorisation/authorisation.access.ts'
import { PASSWORD, type Club } from '#testing/club/club.ts'
import { insertStagedFile } from '#testing/fixtures/documents.ts'
import {
  insertInvite,
  insertEntry,
  insertRedemption,
  insertEntryLink,
} from '#testing/fixtures/admission.ts'
import type { Chance } from './fuzz.chance.ts'
import { uuid as uuidBy, type KnownValues } from './fuzz.values.ts'
import { pdf } from '#testing/hostile/hostile.pdfs.ts'
import { say, seatBoth } from '#testing/fixtures/tables.ts'
import { insertMessage } from '#testing/moderation/messages.ts'
import { insertPhoto, photo } from '#testing/fixtures/photos.ts'
import {
  arrive,
  everyStanding,
  insertMailed,
  type StandingPerson,
  type Standing,
} from '#testing/authorisation/standings.ts'
import { insertSubmission, openLink } from '#testing/fixtures/submissions.ts'

/** After so many requests, new members take over. */
const GENERATION = 40

/** Somebody to ask as, and what they have at hand that nobody else could name. */
type Guest = { standing: Standing; person: StandingPerson; own: Own }
type Own = {
  fileIds: Record<Side, string>
  submissionId: string
  link: string
  /** An invitation they may give. */
  invitationId: string
  /** Where they sit with somebody, and what they said there. */
  seat: { tableId: string; messageId: string; memberId: string } | null
}

type Crowd = Awaited<ReturnType<typeof openCrowd>>

/** Somebody of every standing, replaced from time to time, and the rooms they are in. */
export async function openCrowd(club: Club) {
  const room = await club.room({ slug: 'fuzz' })
  const rooms = [room, await club.room({ slug: 'fuzz-shut', isActive: false })]
  for (const accessLevel of ['club', 'paid', 'vip', 'platinum'])
    rooms.push(await club.room({ slug: `fuzz-${accessLevel}`, accessLevel }))
  const { userId: memberId } = await club.member()
  const entries = await Promise.all(
    Array.from({ length: 20 }, () => insertEntry(club, { isConfirmed: false })),
  )
  const waiting = await Promise.all(Array.from({ length: 30 }, () => insertEntry(club)))
  const messages = await Promise.all(Array.from({ length: 30 }, () => insertMessage(club)))
  const small = { width: 32, height: 32 }
  const present = new Map<Standing, { guest: Promise<Guest>; uses: number }>()

  async function seat(one: { cookie: string; userId: string }) {
    const other = await club.member()
    await club.join(other, room)
    const tableId = await seatBoth(club, one, other, room)
    const { id: messageId } = await say(club, one, tableId)
    return { tableId, messageId, memberId: other.userId }
  }

  async function invite(standing: Standing): Promise<Guest> {
    const person = await arrive(club, standing, room)
    const { userId } = person
    // as somebody who was invited; an invited member no longer waits
    if (userId && standing !== 'waiting')
      await insertRedemption(club, { userId: memberId }, { userId })
    const { id: invitationId } = await insertInvite(club, { inviterId: userId })
    const { id: submissionId } = await insertSubmission(club, await club.member())
    const isAdmin = standing === 'admin'
    const staged = async (side: Side) => (userId ? insertStagedFile(club, userId, side) : uuid())
    return {
      standing,
      person,
      own: {
        submissionId,
        invitationId,
        seat: userId && standing === 'inside' ? await seat({ ...person, userId }) : null,
        link: isAdmin ? await openLink(club, person, submissionId, 'front') : 'none',
        // one after the other: the first decides what they are meant for
        fileIds: {
          front: await staged('front'),
          back: await staged('back'),
          selfie: await staged('selfie'),
        },
      },
    }
  }

  return {
    slugs: [...rooms.map(({ slug }) => slug), 'fuzz', 'fuzz', 'nowhere'],
    postIds: Array.from({ length: 3 }, (_, at) => `00000000-0000-4000-8000-00000000000${at}`),
    files: [
      await photo(small),
      await photo(small),
      await photo({ ...small, format: 'png' }),
      await photo({ ...small, format: 'webp' }),
      pdf(),
    ],
    memberId,
    photoId: await insertPhoto(club, memberId),
    waitingIds: waiting.map(({ id }) => id),
    messageIds: messages.map(({ id }) => id),
    inviteCode: (await insertInvite(club, { maxUses: 500 })).code,
    links: await Promise.all(
      entries.map((entry, at) => insertEntryLink(club, entry, at % 2 ? 'confirm' : 'leave')),
    ),
    tokens: await Promise.all(
      (['confirm', 'reset'] as const).map(async (purpose) =>
        insertMailed(club, purpose, await club.member()),
      ),
    ),
    sceneOf: ({ person, standing }: Guest): AccessScene => ({ club, who: person, standing, room }),
    async somebody(chance: Chance): Promise<Guest> {
      const often = ['inside', 'inside', 'inside', 'admin', 'admin'] as const
      const standing = chance.pick([...everyStanding, ...often])
      let known = present.get(standing)
      if (!known || known.uses >= GENERATION) {
        known = { guest: invite(standing), uses: 0 }
        present.set(standing, known)
      }
      known.uses += 1
      return known.guest
    },
  }
}

/** What a request of theirs would say if nothing were wrong with it. */
export function describeKnown({ person: who, own }: Guest, crowd: Crowd): KnownValues {
  const { slugs, postIds, tokens, files, memberId, photoId, links, inviteCode } = crowd
  const { waitingIds, messageIds } = crowd
  const { terms, content } = documentVersions
  const mostly = (value: string) => (chance: Chance) => chance.pick([value, value, uuidBy(chance)])
  return {
    slug: (chance) => chance.pick(slugs),
    email: (chance) =>
      chance.pick([who.email, `fuzz-${chance.hex(10)}@example.org`, 'fuzz-busy@example.org']),
    password: (chance) => chance.pick([PASSWORD, PASSWORD, 'another fine staple', 'password']),
    currentPassword: (chance) => chance.pick([who.password, 'wrong']),
    username: (chance) => chance.pick([`Fuzz ${chance.hex(8)}`, `Fuzz ${chance.text(10)}`]),
    city: (chance) => chance.pick(['Hamburg', '', null, chance.text(20)]),
    bio: (chance) => chance.pick(['Hello', '', null, chance.text(100)]),
    birthdate: (chance) => chance.pick(['01.04.1990', '29.02.1992', '01.01.2020']),
    token: (chance) =>
      chance.pick([...tokens, chance.pick(links), chance.pick(links), chance.hex(43)]),
    code: (chance) => chance.pick([inviteCode, `${chance.hex(4)}-${chance.hex(4)}`]),
    inviteCode: (chance) => chance.pick([inviteCode, inviteCode, chance.hex(26)]),
    termsVersion: (chance) => chance.pick([terms, terms, terms, '1.9.0']),
    version: (chance) => chance.pick([terms, content, '']),
    bannerVersion: (chance) => chance.pick([cookieBanner.version, '0.9.0']),
    messageId: (chance) =>
      own.seat && chance.oneIn(2)
        ? own.seat.messageId
        : chance.pick([...messageIds, uuidBy(chance)]),
    tableId: mostly(own.seat?.tableId ?? uuid()),
    invitationId: (chance) => chance.pick([own.invitationId, uuidBy(chance)]),
    userId: (chance) => chance.pick([memberId, uuidBy(chance)]),
    id: (chance) => (chance.oneIn(3) ? chance.pick([...postIds, ...waitingIds]) : uuidBy(chance)),
    file: (chance) => chance.pick(files),
    memberId: (chance) => chance.pick([memberId, own.seat?.memberId ?? memberId, uuidBy(chance)]),
    photoId: mostly(photoId),
    submissionId: mostly(own.submissionId),
    link: (chance) => chance.pick([own.link, own.link, chance.hex(43)]),
    note: (chance) => chance.pick(['Bitte ohne Blitz.', chance.text(100)]),
    frontId: mostly(own.fileIds.front),
    backId: (chance) => chance.pick([own.fileIds.back, null]),
    selfieId: mostly(own.fileIds.selfie),
    text: (chance) => chance.text(1 + chance.below(239)),
    icebreakerId: (chance) =>
      chance.pick([null, uuidBy(chance), '1ceb0000-0000-4000-8000-000000000001']),
  }
}
