import type { LegalText } from './legalText.ts'

export const impressumInEnglish = (): LegalText => ({
  edition: 'English version',
  title: 'Imprint',
  intro:
    'Information required by section 5 of the German Digital Services Act (DDG) for {product} Club.',
  sections: [
    {
      id: 'operator',
      title: 'Operator',
      parts: [
        {
          facts: [
            ['Name', '%OPERATOR_NAME%'],
            ['Address', '%OPERATOR_ADDRESS%'],
            ['Represented by', '%OPERATOR_REPRESENTATIVE%'],
            ['Email', '[%OPERATOR_EMAIL%](mailto:%OPERATOR_EMAIL%)'],
            ['Phone', '%OPERATOR_PHONE%'],
            ['Register', '%OPERATOR_REGISTER%'],
            ['VAT ID (section 27a UStG)', '%OPERATOR_VAT_ID%'],
          ],
        },
      ],
    },
    {
      id: 'contact-point',
      title: 'Point of contact',
      parts: [
        'Single point of contact under Art. 11 and 12 of Regulation (EU) 2022/2065 (Digital Services Act), for Member States’ authorities, the Commission and the Board as well as for everyone who uses the club:',
        {
          facts: [
            ['Email', '[%OPERATOR_EMAIL%](mailto:%OPERATOR_EMAIL%)'],
            ['Form', '[contact](/kontakt), without logging in'],
            ['Phone', '%OPERATOR_PHONE%'],
            ['Languages', 'German and English'],
          ],
        },
        'People answer, not machines. Please report illegal content through [report content](/melden).',
      ],
    },
    {
      id: 'youth-protection',
      title: 'Youth protection',
      parts: [
        'Youth protection officer under section 7 JMStV. The club is only for adults aged 18 or older.',
        { facts: [['Contact', '%OPERATOR_YOUTH_PROTECTION%']] },
      ],
    },
    {
      id: 'data-protection',
      title: 'Data protection',
      parts: [
        'How we handle data is set out in the [privacy policy](/legal/privacy).',
        { facts: [['Data protection officer', '%OPERATOR_DATA_PROTECTION%']] },
      ],
    },
    {
      id: 'editorial',
      title: 'Responsible for editorial texts',
      parts: [
        'Under section 18 (2) MStV: %OPERATOR_REPRESENTATIVE%, address as above. Members are responsible for what they post.',
      ],
    },
    {
      id: 'disputes',
      title: 'Consumer dispute resolution',
      parts: [
        'We are neither willing nor obliged to take part in dispute resolution proceedings before a consumer arbitration board (section 36 of the German VSBG).',
      ],
    },
  ],
})
