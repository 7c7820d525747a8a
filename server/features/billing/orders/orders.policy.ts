/** Nobody pays for a plan that opens nothing to them yet. */
export const orderRefusal = ({ isAdmitted }: { isAdmitted: boolean }): 'not_admitted' | null =>
  isAdmitted ? null : 'not_admitted'
