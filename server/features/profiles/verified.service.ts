/** Whether a member is verified is decided by the verification feature; where it stands is the profile. */
export { updateVerification as setVerification } from './verified.queries.ts'
