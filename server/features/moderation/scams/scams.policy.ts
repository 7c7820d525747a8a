/** Whether the rule a decision rests on is about fraud, whatever was reported. */
export const namesScam = (rule: string): boolean => /scam|fraud|betr[uü]g|abzocke/i.test(rule)
