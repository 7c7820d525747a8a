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
  /** Name and e-mail of the person responsible. */
  'OPERATOR_YOUTH_PROTECTION',
  'OPERATOR_DATA_PROTECTION',
] as const
export type OperatorFact = (typeof operatorFacts)[number]
export type Operator = Record<OperatorFact, string>

/** What stands there while nobody is named; on https none of it is accepted. */
export const operatorPlaceholders: Operator = {
  OPERATOR_NAME: 'Beispiel Club GmbH',
  OPERATOR_ADDRESS: 'Musterstraße 1, 10115 Berlin, Deutschland',
  OPERATOR_REPRESENTATIVE: 'Erika Mustermann',
  OPERATOR_REGISTER: 'Amtsgericht Musterstadt, HRB 000000',
  OPERATOR_VAT_ID: 'DE000000000',
  OPERATOR_EMAIL: 'kontakt@club.example',
  OPERATOR_PHONE: '+49 30 23125 000',
  OPERATOR_YOUTH_PROTECTION: 'Erika Mustermann, jugendschutz@club.example',
  OPERATOR_DATA_PROTECTION: 'Max Mustermann, datenschutz@club.example',
}

/**
 * One more hole of the static pages, `%OPERATOR_STATE%`: `named`, or `placeholders` while at least
 * one fact is an example, which the pages say where it can be seen.
 */
export const OPERATOR_STATE = 'OPERATOR_STATE'
