/** Only on https or this machine, and not in every browser. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'
