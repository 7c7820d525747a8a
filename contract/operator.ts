/**
 * Facts about the operator that the law wants readable on every page of a German club (§ 5 DDG,
 * Art. 13 GDPR, § 5 JMStV). Each is a setting of the same name and a hole of the static pages.
 */
export const operatorFacts = [
  /** With its legal form. */
  'OPERATOR_NAME',
  /** A place where letters arrive, no PO box; lines are parted by commas. */
  'OPERATOR_ADDRESS',
  'OPERATOR_REPRESENTATIVE',
  /** Court and number. */
  'OPERATOR_REGISTER',
  'OPERATOR_VAT_ID',
  'OPERATOR_EMAIL',
  'OPERATOR_PHONE',
  /** Name and e-mail of whoever is responsible. */
  'OPERATOR_YOUTH_PROTECTION',
  'OPERATOR_DATA_PROTECTION',
] as const
export type OperatorFact = (typeof operatorFacts)[number]
export type Operator = Record<OperatorFact, string>
