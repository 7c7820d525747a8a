/** Whether a member is verified is decided by the verification feature; where it stands is the profile. */
export { updateVerification as setVerification } from './verified.queries.ts'
/** Members cannot change it: whoever corrects it has decided that they may. */
export { updateBirthdate as correctBirthdate } from './verified.queries.ts'
