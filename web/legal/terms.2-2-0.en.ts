import type { Admission, LegalText } from './legalText.ts'
import { instructionParts, modelFormParts } from './withdrawalParts.ts'

const access: Record<Admission, string> = {
  invitation:
    'Access is exclusive: you become a member by redeeming a valid invite code or by being admitted from the waitlist. You can create an account without an invitation; it is then on the waitlist, and rooms open with your admission. Nobody is entitled to be admitted.',
  open: 'Access is, as a rule, exclusive: by invitation or from the waitlist. At present sign-up is open; whoever signs up now is admitted without an invitation and without waiting. Nobody is entitled to be admitted.',
}

export const terms220InEnglish = (admission: Admission): LegalText => ({
  edition: 'English version',
  title: 'Terms of Service',
  intro:
    'These terms govern membership of {product} Club. We have kept them as short as the law allows and as clear as we would like to read them ourselves.',
  sections: [
    {
      id: 'scope',
      title: '1. Scope and operator',
      parts: [
        'These terms apply to all contracts between the operator of {product} Club (“we”) and the people who create an account (“you”, “member”). The operator’s name, address and contact details are in the [imprint](/legal/impressum).',
        '{product} Club is a private social club for adults. Conversations in rooms are at its heart. The service is meant for consumers only (section 13 of the German Civil Code, BGB).',
      ],
    },
    {
      id: 'access',
      title: '2. Who can become a member',
      parts: [
        'The club is open only to people aged 18 or older. When signing up you confirm that you are of age and give your date of birth; without it no account is created.',
        access[admission],
        'Independently of that:',
        [
          'Whoever signs up with an email address with which we have banned somebody before (section 11) is in line: the account waits in any case until a person decides on admission.',
          'If we have declined a request to be admitted, our refusal also holds while sign-up is open: as long as we keep it, an account with that email address is not on the waitlist and is not admitted by itself. A valid invitation counts for more than the refusal, and after 90 days you can join the waitlist anew.',
        ],
        'There is exactly one account per person. It is personal and cannot be transferred; you may not let anyone else use it or pass on your login details.',
        'What you tell us must be true, above all your date of birth and everything you submit for verification. You may choose any username as long as you do not pose as somebody else.',
        'Members can give a small number of invitations. Invite codes are meant for people you trust with the club; they may not be sold or spread in public.',
      ],
    },
    {
      id: 'contract',
      title: '3. How the contract is made',
      parts: [
        'The club’s presentation on the internet is not yet a binding offer. By submitting the sign-up form you offer to conclude a contract for the free membership. The contract is made once your account has been created and, where we ask for it, you have confirmed your email address.',
        'The contract is concluded in German or English. We record when you agreed to which version of these terms. You can read and print the current version here at any time. You can correct mistakes in the form until you submit it.',
      ],
    },
    {
      id: 'services',
      title: '4. What we provide',
      parts: [
        'On the Free Plan you can be a member of up to three rooms at a time, among those whose level is open to you. When you leave a room, the place becomes free again.',
        'Rooms have one of four levels:',
        [
          'Free: for every admitted member',
          'Club: for members whose identity has been verified',
          'Premium: for members with an active subscription',
          'VIP: for members with a verified identity and an active subscription',
        ],
        'We may open, redesign and close rooms as long as the core of the service remains and the change is reasonable for you. Paid services are also subject to the statutory rules on digital products (sections 327 et seq. BGB).',
      ],
    },
    {
      id: 'verification',
      title: '5. Verification',
      parts: [
        'Verification is voluntary. The status “verified” opens the rooms reserved for verified members; without it those areas stay closed.',
        'To be verified you submit a picture of your ID and a selfie video of 5 to 10 seconds. For now, a selfie photo is enough in place of the video. You may and should black out everything on the ID that we do not need; we need the photo, date of birth and validity.',
        'People review your documents manually, usually within 24 to 48 hours. If we decline, we tell you why, and you can try again. How long we keep documents is set out in the [privacy policy](/legal/privacy#en-retention).',
      ],
    },
    {
      id: 'subscription',
      title: '6. Subscriptions, renewal and cancellation',
      parts: [
        'Paid services are offered as a monthly subscription, at present with one plan: Premium. It opens the rooms of the level Premium and, with a verified identity, those of the level VIP, and lifts the limit of three rooms. You see price, scope and term before you place an order with an obligation to pay; all prices include VAT. As long as no paid plan is offered, you incur no costs.',
        'You order from a summary, on which you can check and change everything once more, with the button “Zahlungspflichtig bestellen” (order with obligation to pay). The contract is concluded once you have approved the payment with the payment provider; we confirm it in an email that contains these terms in their version and the instructions on withdrawal.',
        'A subscription runs for one month from the first payment and renews automatically for one further month at a time unless you cancel beforehand. Seven days before each renewal we remind you by email.',
        'You can cancel at any time, with effect from the end of the current billing period, without notice and without giving reasons:',
        [
          'with the button “Verträge hier kündigen” (cancel contracts here) at the foot of each of our pages, which leads to [the cancellation page](/kuendigen), without logging in',
          'in the settings of your account',
          'informally in text form, for example by email',
        ],
        'We confirm a cancellation made with the button at once by email, with its content, date, time and the end of the contract. Your access continues until the end of the period, and nothing more is charged. After that the Free Plan applies: if you belong to more than three rooms, the other memberships rest; you choose which three stay open.',
        'A running subscription keeps its price. We announce a new price by email at least 30 days in advance; it applies to you only if you expressly agree. If you do not agree, the subscription ends on the day announced.',
        'The right of either side to terminate without notice for good cause remains unaffected. You can end the free membership at any time by deleting your account; we can terminate it in text form with four weeks’ notice.',
      ],
    },
    {
      id: 'payment',
      title: '7. Payment',
      parts: [
        'Payment is made through the payment provider PayPal; a provider for card payments is planned. The fee is due at the beginning of each billing period. We never receive payment credentials such as account logins or card numbers.',
        'If a payment fails, we let you know and try again after 3, 7 and 14 days. Your access continues meanwhile; if no payment succeeds, the subscription ends, and you keep the Free Plan.',
        'You receive an invoice for every payment; you also find it in the settings.',
      ],
    },
    {
      id: 'withdrawal',
      title: '8. Right of withdrawal',
      parts: [
        ...instructionParts('en'),
        'You reach the withdrawal page with the button “Vertrag widerrufen” (withdraw from contract), without logging in. There you give your name, the contract and an email address and confirm with “Widerruf bestätigen” (confirm withdrawal).',
        'If the last day of the period is a Saturday, a Sunday or a public holiday throughout Germany, it ends with the next working day.',
        'We compute the amount in proportion by days: price × days used ÷ days of the month, rounded in your favour. If you did not ask us to begin before the period is over, you get the whole price back. Paid access ends with the withdrawal.',
        ...modelFormParts('en'),
      ],
    },
    {
      id: 'rules',
      title: '9. House rules',
      parts: [
        'The club lives on people being kind to each other. Therefore, as the [house rules](/regeln) explain at greater length:',
        [
          '“Swimwear/underwear OK. No nudity or explicit content.”',
          'No harassment, no threats, no degrading of people, whatever the reason.',
          'No means no. If somebody does not answer, do not press them.',
          'No pictures, names or private data of others without their consent. What is said in the room stays in the room.',
          'No depiction of minors and no reference to sexual acts with them, without any exception.',
          'No advertising, no paid sexual services, no fraud, no automated accounts.',
          'Nothing that breaks the law or infringes the rights of others.',
        ],
      ],
    },
    {
      id: 'content',
      title: '10. Your content',
      parts: [
        'Your posts, texts and photos belong to you. You grant us only the non-exclusive, non-transferable right, free of charge, to store them and to show them within the club to those for whom they are meant. This right ends when you delete the content or your account.',
        'You vouch for being allowed to publish your content.',
        'Your bio, photos and posts may reveal something about your sex life or sexual orientation. Before we show them to others we therefore ask you for a separate, explicit consent. It is not part of this contract and can be withdrawn in the settings at any time; without it the rooms stay closed and your content stays invisible to others.',
        'Posts appear in the order of their time, newest first. We rank nothing by your behaviour, build no profiles and show no advertising.',
      ],
    },
    {
      id: 'moderation',
      title: '11. Moderation, statement of reasons and complaint',
      parts: [
        'The measure is the law, these terms and the [house rules](/regeln), nothing else, and it is the same for everyone: applied with care, objectivity and proportion.',
        'Anyone can report, with or without an account: through [report content](/melden). We confirm receipt at once and say how we decided and what can be done about it.',
        'The tools we use:',
        [
          'People read every report and decide on it; a program only puts them in the order of their urgency. No program decides on content that has appeared, on measures against an account or on verifications.',
          'Before a post appears, or a username, city and bio are saved, a program compares the words with fixed lists and patterns. It holds back words that degrade people. From members in their first 7 days in the club, and as long as they are not verified, it also holds back links, contact data, account numbers and phrases typical of fraud.',
          'It takes the same text as a post of one member only once in 24 hours; very short texts such as greetings are exempt.',
          'When something is held back, you read at once what it is about and can write it differently. Nothing follows from it for your account. If you think it is a mistake, write to us through the [contact form](/kontakt); a person then looks at it.',
          'Also limited automatically is how often something can be done in a short time, such as logging in, posting, reporting, uploading or opening profiles; for new members the limit on posting is narrower. In slow rooms there is a pause of up to 10 minutes between two posts of a member; how long it is, you see where you write. Of files a program checks type, size and readability, not what they show.',
        ],
        'What we may do: depending on gravity and repetition we may remove or hide content, issue a warning, block posting for a certain time, suspend an account temporarily or terminate it (ban). If we terminate an account, we refund the time paid for and not yet used pro rata. We take into account the circumstances and the fundamental rights and interests of everyone involved.',
        'What we tell you: when we take such a measure, you receive a statement of reasons. It says which measure applies and for how long, on which facts and which rule it rests, whether a report was the occasion, and what you can do against it.',
        'How to complain: within six months, free of charge and electronically, at the decision itself, by the link in our email, by replying to that email or through the [contact form](/kontakt). This also holds when we declined your report. The complaint is decided by a person who was not involved in the first decision and who gives reasons. Out-of-court dispute settlement under Article 21 of Regulation (EU) 2022/2065 and, at any time, the courts are open to you as well.',
        'Against misuse: whoever frequently posts manifestly illegal content can, after a warning, be suspended for a reasonable time. If three reports of a member within a year were manifestly unfounded, we warn them; after two more we accept no reports from them in the club for 30 days. Whether a report is manifestly unfounded is always decided by a person. The number of reports alone never leads to a suspension.',
        'If we learn of a suspected crime that threatens the life or safety of people, we inform the competent authorities.',
      ],
    },
    {
      id: 'deletion',
      title: '12. Deleting the account',
      parts: [
        'You can have your account deleted at any time. It becomes invisible at once, and we remove your data within 30 days. The only exception is what the law obliges or allows us to keep for longer, such as invoices, proof of consents, reports about you with their evidence and, after a ban, check values of your email addresses. The [privacy policy](/legal/privacy#en-retention) says what stays in detail and for how long. A running subscription ends with the deletion; time already paid for is refunded only as far as the law provides.',
      ],
    },
    {
      id: 'liability',
      title: '13. Liability',
      parts: [
        'We are liable without limit for intent and gross negligence, for injury to life, body or health, under the German Product Liability Act and as far as we have given a guarantee.',
        'In cases of simple negligence we are liable only for the breach of an essential contractual duty, that is, a duty whose performance makes the proper execution of the contract possible in the first place and on which you may regularly rely. Liability is then limited to the foreseeable damage typical of the contract. Otherwise liability is excluded.',
        'What members say to each other and meetings outside the club are the responsibility of those involved. Please meet in a public place the first time.',
      ],
    },
    {
      id: 'changes',
      title: '14. Changes to these terms',
      parts: [
        'We may change these terms when the law, case law or our services change and you are not unreasonably disadvantaged. We inform you of the change in text form and show you in the club what changes. It applies to you only once you expressly agree to it; your silence does not count as consent. Earlier versions stay readable on this page.',
        'We ask you as soon as you next open the club. Until you have agreed, you cannot post or upload there. If you do not agree, you can cancel a subscription, take your data with you and delete your account in the settings.',
      ],
    },
    {
      id: 'disputes',
      title: '15. Consumer dispute resolution',
      parts: [
        'We are neither willing nor obliged to take part in dispute resolution proceedings before a consumer arbitration board (section 36 of the German VSBG). Your rights under section 11 remain unaffected.',
      ],
    },
    {
      id: 'final',
      title: '16. Final provisions',
      parts: [
        'German law applies. If you habitually live in another state of the European Union, you keep the protection of the mandatory consumer rules there.',
        'If a provision is invalid, the rest of the contract remains in force; the law takes its place. Should the language versions differ, the German one prevails, unless that would depart from mandatory law to your disadvantage.',
      ],
    },
  ],
})
