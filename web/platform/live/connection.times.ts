/*
 * Together these bring a screen back within ten seconds of the club being reachable again, and
 * keep it from calling itself live for longer than nine after the club's last word.
 */

/** The club beats at least every 4 seconds; a stream silent for longer is dead without saying so. */
export const SILENCE = 7_000
/** A try not answered by then may hang in a dead connection, and makes room for the next. */
export const ANSWER = 4_000
export const LONGEST_WAIT = 3_000
/** Lines come and go every few minutes; a return sooner than this is nobody's business. */
export const UNNOTICED = 2_500
export const OFFLINE = 8_000
export const LOOK = 500
/** A tab that leads answers one that has come by then, and its silence without a stream is no longer than that. */
export const ANSWERED = 150
export const LEADER = 2_500
/** Clocks are adjusted by less all the time. */
export const CLOCK = 2_000
/** Longer than a browser ever keeps the timers of a hidden tab waiting. */
export const SLEEP = 150_000
