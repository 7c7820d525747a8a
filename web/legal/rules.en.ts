import type { LegalText } from './legalText.ts'

export const rulesInEnglish = (): LegalText => ({
  edition: 'English version',
  title: 'House rules',
  intro:
    'An evening goes well when everyone feels at ease. This is all it takes. The house rules are part of the [terms](/legal/terms) and hold everywhere in {product} Club: in rooms, in profiles, in photos.',
  sections: [
    {
      id: 'kind',
      title: 'Be kind',
      parts: [
        'Write as you would talk to somebody at the same table. Flirting is welcome, pressing is not. No means no, and silence is not a yes.',
        [
          'No insults, no threats, no harassment.',
          'No degrading of people for their origin, faith, gender, orientation, age, body or disability.',
          'Nobody owes you an answer.',
        ],
      ],
    },
    {
      id: 'pictures',
      title: 'Pictures and words',
      parts: [
        'In short, below every composer: “Swimwear/underwear OK. No nudity or explicit content.” That goes for words as much as for pictures.',
        [
          'Only photos of your own, which show you or to which you have the rights.',
          'Other people only with their consent.',
          'Nothing with minors, without any exception. No hint and no joke either.',
        ],
      ],
    },
    {
      id: 'discretion',
      title: 'What is said in the room stays in the room',
      parts: [
        [
          'No screenshots, no names, no workplaces, no phone numbers of others.',
          'If you recognise somebody from outside, keep it to yourself.',
          'Never threaten to expose anyone. In here that is a reason to go, out there it is a crime.',
        ],
      ],
    },
    {
      id: 'honest',
      title: 'Be real',
      parts: [
        [
          'One person, one account, at least 18 years old.',
          'An invented name is fine, a stolen face is not.',
          'No advertising, no paid sexual services, no stories about money, no programs that write for you.',
        ],
      ],
    },
    {
      id: 'safety',
      title: 'Look after yourself',
      parts: [
        'Meet in a public place the first time, and tell somebody where you are. Send no money. If there is danger, call 110 or 112 before you write to us.',
      ],
    },
    {
      id: 'consequences',
      title: 'When something is wrong',
      parts: [
        'Tell us through [report content](/melden). A person reads every report. The other person does not learn who reported.',
        'Depending on what happened and whether it was the first time, we remove something, issue a warning, block posting for a while, suspend an account or end the membership. Whoever is concerned learns the reason and can complain for six months; somebody else then decides. [Section 11 of the terms](/legal/terms#en-moderation) has the details.',
      ],
    },
  ],
})
