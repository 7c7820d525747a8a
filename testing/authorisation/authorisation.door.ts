// What everybody's well-formed request about coming in gets: the waitlist, invitations, and decisions.
import * as door from '#contract/admission/admission.ts'
import * as invites from '#contract/admission/invitations.ts'
import * as ownPlace from '#contract/admission/ownPlace.ts'
import * as waitlist from '#contract/admission/waitlist.ts'
import { letters } from '#testing/random.ts'
import { noRequest, row, type AccessRow } from './authorisation.access.ts'
import {
  insertInvite,
  insertEntry,
  insertRedemption,
  insertEntryLink,
} from '#testing/fixtures/admission.ts'

export const doorRows: AccessRow[] = [
  row(waitlist.getWaitlist, noRequest),
  row(waitlist.joinWaitlist, () => ({ body: { email: `${letters(16)}@example.org` } })),
  row(waitlist.confirmWaitlist, async ({ club }) => ({
    body: {
      token: await insertEntryLink(
        club,
        await insertEntry(club, { isConfirmed: false }),
        'confirm',
      ),
    },
  })),
  row(waitlist.leaveWaitlist, async ({ club }) => ({
    body: { token: await insertEntryLink(club, await insertEntry(club), 'leave') },
  })),
  row(waitlist.unsubscribe, async ({ club }) => ({
    query: { token: await insertEntryLink(club, await insertEntry(club), 'leave') },
  })),

  row(invites.checkInvite, async ({ club }) => ({
    body: { code: (await insertInvite(club)).code },
  })),
  row(invites.redeemInvite, async ({ club }) => ({
    body: { code: (await insertInvite(club)).code },
  })),
  row(invites.listInvitations, noRequest),
  row(invites.createInvitation, () => ({ body: {} }), { waiting: 'not_admitted' }),
  row(invites.revokeInvitation, async ({ club, who }) => ({
    params: { invitationId: (await insertInvite(club, { inviterId: who.userId })).id },
  })),
  row(invites.showToInviter, async ({ club, who }) => {
    if (who.userId) await insertRedemption(club, await club.member(), { userId: who.userId })
    return { body: { isShown: true } }
  }),
  row(ownPlace.getOwnPlace, noRequest),

  row(door.getDoor, noRequest),
  row(door.setDoor, () => ({
    body: { admission: 'invitation' as const, invitationsPerMember: 5 },
  })),
  row(door.listWaiting, () => ({ query: {} })),
  row(door.admit, async ({ club }) => ({ body: { ids: [(await insertEntry(club)).id] } })),
  row(door.decline, async ({ club }) => ({
    body: { id: (await insertEntry(club)).id, reason: 'The club is full.' },
  })),
  row(door.listIssued, () => ({ query: {} })),
  row(door.issueInvitation, () => ({ body: { maxUses: 5, days: 30 } })),
  row(door.revokeIssued, async ({ club }) => ({
    params: { invitationId: (await insertInvite(club)).id },
  })),
  row(door.getBranch, async ({ club }) => ({
    params: { userId: (await club.member()).userId },
  })),
]
