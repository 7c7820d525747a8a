import * as z from 'zod/mini'

/** Who works for the club: moderators decide about reports, admins about everything. */
export const StaffRole = z.enum(['admin', 'moderator'])
export type StaffRole = z.infer<typeof StaffRole>
