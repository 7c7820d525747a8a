import { deviceTable } from './deviceTable.ts'
import type { LegalText } from './legalText.ts'

export const cookiesInEnglish = (): LegalText => ({
  edition: 'English version',
  title: 'Cookie Policy',
  intro:
    '{product} Club stores on your device only what it needs to work. Here is all of it, by name, purpose and duration.',
  sections: [
    {
      id: 'what',
      title: '1. What this is about',
      parts: [
        'Cookies are small texts that your browser keeps and shows to the server again. Local storage (localStorage) and a tab’s storage (sessionStorage) are similar places that only your browser reads. Section 25 of the German TDDDG applies to all of them: what is not strictly necessary needs your consent.',
      ],
    },
    {
      id: 'necessary',
      title: '2. Necessary',
      parts: [
        'Without these entries the club could not keep you logged in, would forget your language or lose a post you have begun. Section 25 (2) no. 2 TDDDG allows them without consent. Cookies last 12 months at most, the login cookie 30 days at most.',
        deviceTable('en'),
      ],
    },
    {
      id: 'optional',
      title: '3. Analytics and marketing',
      parts: [
        'At present we use none: no visitor statistics, no advertising, no outside services, no transfer to third countries. We still record your choice and will respect it should that change; we will then ask anew.',
      ],
    },
    {
      id: 'choice',
      title: '4. Your choice',
      parts: [
        'On your first visit we ask for your consent. It is voluntary; “Necessary Only” and closing the notice mean the same: only what is necessary. The club works just as well afterwards.',
        'Your decision holds for 12 months unless this text changes earlier. You can change or withdraw it at any time: with “Cookie settings” at the foot of every page, or in the settings. As proof we keep each decision with its time, a random identifier and the shortened browser name, without an IP address ([privacy policy](/legal/privacy)).',
      ],
    },
    {
      id: 'delete',
      title: '5. Deleting it yourself',
      parts: [
        'You can see and delete everything listed here in your browser, usually under “Privacy” or “Site data”. You are then logged out, and drafts that were not sent are gone. When you log out, we clear the entries of your account ourselves.',
      ],
    },
  ],
})
