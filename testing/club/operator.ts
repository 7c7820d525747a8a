import type { Operator } from '#contract/operator.ts'

/** The operator of a test club on https. */
export const operator: Operator = {
  OPERATOR_NAME: 'Salon Sommer UG (haftungsbeschränkt)',
  OPERATOR_ADDRESS: 'Sonnenallee 1, Hinterhaus, 12045 Berlin',
  OPERATOR_REPRESENTATIVE: 'Mila Sommer',
  OPERATOR_REGISTER: 'Amtsgericht Charlottenburg, HRB 123456',
  OPERATOR_VAT_ID: 'DE123456789',
  OPERATOR_EMAIL: 'hallo@salon.example',
  OPERATOR_PHONE: '+49 30 23125 123',
  OPERATOR_YOUTH_PROTECTION: 'Ben Winter, jugend@salon.example',
  OPERATOR_DATA_PROTECTION: 'Ida Herbst, daten@salon.example',
}
