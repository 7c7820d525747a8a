/** What the server fills in once at start, so that another name or address needs no new build. */
export const CLUB_NAME = '%CLUB_NAME%'
export const PUBLIC_URL = '%PUBLIC_URL%'
/** `named`, or `placeholders` while at least one fact about the operator is an example. */
export const OPERATOR_STATE = '%OPERATOR_STATE%'
export const OPERATOR_EMAIL = '%OPERATOR_EMAIL%'
export const OPERATOR_PHONE = '%OPERATOR_PHONE%'
