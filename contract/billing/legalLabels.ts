/**
 * What a button or link must say, and nothing else (§§ 312j (3), 312k (2), 356a BGB). German in every
 * language of the club; what stands beside it may explain.
 */
export const legalLabels = {
  order: 'Zahlungspflichtig bestellen',
  cancelHere: 'Verträge hier kündigen',
  cancelNow: 'jetzt kündigen',
  withdrawHere: 'Vertrag widerrufen',
  confirmWithdrawal: 'Widerruf bestätigen',
} as const
