/** What the server fills in once at start, so that another name or address needs no new build. */
export const CLUB_NAME = '%CLUB_NAME%'
export const PUBLIC_URL = '%PUBLIC_URL%'
