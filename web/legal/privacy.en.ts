import { retention } from '#contract/privacy/retention.ts'
import type { LegalText } from './legalText.ts'
import { periodWords, retentionTable } from './retentionTable.ts'

export const privacyInEnglish = (): LegalText => ({
  edition: 'English version',
  title: 'Privacy Policy',
  intro:
    'Whoever is in {product} Club entrusts us with a great deal. This page says which data we process, what for, on what basis and for how long, and what you can ask of us at any time.',
  sections: [
    {
      id: 'controller',
      title: '1. Who is responsible',
      parts: [
        'The controller within the meaning of Art. 4 (7) GDPR is the operator of the club:',
        {
          facts: [
            ['Name', '%OPERATOR_NAME%'],
            ['Address', '%OPERATOR_ADDRESS%'],
            ['Represented by', '%OPERATOR_REPRESENTATIVE%'],
            ['Email', '[%OPERATOR_EMAIL%](mailto:%OPERATOR_EMAIL%)'],
            ['Phone', '%OPERATOR_PHONE%'],
          ],
        },
      ],
    },
    {
      id: 'officer',
      title: '2. Data protection officer',
      parts: [
        'Our data protection officer helps with questions about your data and your rights, and is bound to secrecy.',
        { facts: [['Contact', '%OPERATOR_DATA_PROTECTION%']] },
      ],
    },
    {
      id: 'overview',
      title: '3. The essentials first',
      parts: [
        [
          'The club runs on the operator’s own server. Our pages load no outside service.',
          'No advertising, no advertising networks, no analysis of your behaviour. Nothing is sold.',
          'You appear under a name of your choice; your legal name is seen by no other member. We ourselves learn it only if you have an ID reviewed, from messages of the payment provider and if you write it to us.',
          'Other members see username, city, bio, photos, the “verified” mark, since which month you have been here, and your posts; what else, section 5 says. They never see your date of birth, your age or your email address.',
          `ID pictures are encrypted and destroyed: at the latest ${periodWords(retention.identityApproved, 'en')} after a review that succeeded and ${periodWords(retention.identityRejected, 'en')} after one that was refused.`,
        ],
      ],
    },
    {
      id: 'purposes',
      title: '4. What we process, what for, and on what basis',
      parts: [
        {
          title: 'Delivering our pages',
          facts: [
            ['Data', 'IP address, time, address requested, details your browser sends'],
            ['Purpose', 'transmitting pages, noticing faults and attacks'],
            [
              'Basis',
              'legitimate interest in running the club securely, Art. 6 (1) (f) GDPR; section 25 (2) no. 2 of the German TDDDG',
            ],
          ],
        },
        {
          title: 'Account and membership',
          facts: [
            [
              'Data',
              'email address, password (only as a check value), username, date of birth, language, admission, rooms you belong to; voluntarily: city',
            ],
            ['Purpose', 'performing the contract, keeping the club to adults, talking to you'],
            [
              'Basis',
              'contract, Art. 6 (1) (b) GDPR; for the age limit also Art. 6 (1) (c) and (f) GDPR with the German youth protection treaty (JMStV)',
            ],
          ],
        },
        {
          title: 'Waitlist and invitations',
          facts: [
            [
              'Data',
              'email address, language, as proof the times of joining and confirming with a check value of the address range, of a refusal its reason and its day; for invitations the code as a check value, who gave it and who redeemed it',
            ],
            [
              'Purpose',
              'giving places in order, taking no new request for a time after a refusal and admitting nobody by itself, noticing misuse of invitations',
            ],
            [
              'Basis',
              'waitlist: your consent, Art. 6 (1) (a) GDPR and section 7 of the German UWG, to be withdrawn with the link in every email about it; refusals and invitations: Art. 6 (1) (b) and (f) GDPR',
            ],
          ],
        },
        {
          title: 'Bio, photos and posts',
          facts: [
            [
              'Data',
              'what you write, upload and do in rooms. It may reveal something about your sex life or sexual orientation (special categories of personal data)',
            ],
            ['Purpose', 'showing it to the members for whom it is meant'],
            [
              'Basis',
              'contract, Art. 6 (1) (b) GDPR, and your explicit consent, Art. 9 (2) (a) GDPR. We ask for it before you first enter a room',
            ],
          ],
        },
        {
          title: 'Who is there now, and what you have read',
          facts: [
            [
              'Data',
              'which room an open tab of yours shows and whether you are writing; up to which post you have read a room; whom you waved at; rooms you muted',
            ],
            [
              'Purpose',
              'showing the others in a room who is there, and you what is new. Who is there or writing is kept in memory alone and recorded nowhere. You can switch it off in the settings: then nobody sees where you are, and you do not see it of others either',
            ],
            [
              'Basis',
              'contract, Art. 6 (1) (b) GDPR, for what others see of it, and your explicit consent under section 10',
            ],
          ],
        },
        {
          title: 'Search',
          facts: [
            [
              'Data',
              'your search words for as long as the answer takes; only rooms you belong to are searched, and only what you may read there',
            ],
            [
              'Purpose',
              'finding posts again. We do not remember what was searched for; only how often is counted',
            ],
            ['Basis', 'contract, Art. 6 (1) (b) GDPR'],
          ],
        },
        {
          title: 'Notices, emails about them and push messages',
          facts: [
            [
              'Data',
              'who replied to you, waved at you or mentioned you, and which decisions concern you; for push messages the address your browser set up for them at its push service, and its keys',
            ],
            [
              'Purpose',
              'telling you that there is something new. Outside of the club only if you switch it on, in neutral words unless you choose otherwise, and not in your quiet hours',
            ],
            [
              'Basis',
              'within the club contract, Art. 6 (1) (b) GDPR; emails and push messages your consent, Art. 6 (1) (a) GDPR, for access to your browser section 25 (1) TDDDG. Section 5 says who takes part in delivering them',
            ],
          ],
        },
        {
          title: 'Blocking, hiding posts, hiding yourself',
          facts: [
            [
              'Data',
              'whom you blocked and which posts you hid, with the time; that you hid yourself',
            ],
            [
              'Purpose',
              'showing you and those you block nothing of each other. We tell nobody by whom or that they were blocked, and do not put it into the other person’s access request either',
            ],
            [
              'Basis',
              'contract, Art. 6 (1) (b) GDPR, and the legitimate interest in everyone’s protection, Art. 6 (1) (f) GDPR',
            ],
          ],
        },
        {
          title: 'Verification',
          facts: [
            [
              'Data',
              'pictures of your ID, which you may and should black out, selfie photo or selfie video, result and reason',
            ],
            [
              'Purpose',
              'people check whether the date of birth is right and the ID is yours. We read no serial numbers (section 20 (3) PAuswG) and no program compares faces',
            ],
            [
              'Basis',
              'your consent, Art. 6 (1) (a) GDPR and section 20 (2) PAuswG (for passports section 18 PassG). Until the decision you can take it back on the verification page',
            ],
          ],
        },
        {
          title: 'Paid subscriptions',
          facts: [
            [
              'Data',
              'plan, amounts, times, the payment provider’s identifier, its messages about your payments, which may contain your name, possibly the last digits of an IBAN. We never receive account logins or card numbers',
            ],
            ['Purpose', 'billing, keeping vouchers'],
            [
              'Basis',
              'contract, Art. 6 (1) (b) GDPR; retention required by law, Art. 6 (1) (c) GDPR with section 147 AO and section 257 HGB',
            ],
          ],
        },
        {
          title: 'Cancellations and withdrawals without logging in',
          facts: [
            [
              'Data',
              'your name, email address, which contract, kind and date of a cancellation, its reason where there is one, time of receipt',
            ],
            [
              'Purpose',
              'finding the contract the declaration is about, confirming its receipt and proving it',
            ],
            ['Basis', 'legal obligation, Art. 6 (1) (c) GDPR with sections 312k and 356a BGB'],
          ],
        },
        {
          title: 'Messages to us',
          facts: [
            ['Data', 'email address, topic, text, voluntarily your name, our answer'],
            ['Purpose', 'answering you'],
            [
              'Basis',
              'contract or steps before one, Art. 6 (1) (b) GDPR; otherwise our legitimate interest in answering you, Art. 6 (1) (f) GDPR',
            ],
          ],
        },
        {
          title: 'Checking posts and profiles before they appear',
          facts: [
            [
              'Data',
              'the text of a post, username, city and bio at the moment you send them; since when you have been admitted and whether you are verified; when you last posted',
            ],
            [
              'Purpose',
              'holding back words that degrade people, and repetitions, in the first 7 days and until you are verified also links, contact data, account numbers and phrases typical of fraud. A program compares with fixed lists and patterns and tells you at once what it is about. What is held back we do not store. Of a post that appears there stays for 24 hours a check value made of member and text, by which a repetition is recognised; in a slow room, as long as your pause there lasts, also the time with a check value made of member and room',
            ],
            ['Basis', 'legitimate interest in protecting members, Art. 6 (1) (f) GDPR'],
          ],
        },
        {
          title: 'Reports and moderation',
          facts: [
            [
              'Data',
              'reported content as it was at the moment of the report, with the posts around it, the profile or photo (encrypted, as evidence); reason and explanation; name and email address of whoever reports (voluntary where minors are concerned); decision, measure and its reasons; complaint and answer',
            ],
            [
              'Purpose',
              'examining reports, stopping infringements, after a ban for a scam warning the members who had to do with the person in the club in the 90 days before, without naming them, giving reasons for every measure (Art. 17 DSA), answering complaints (Art. 20 DSA), informing the authorities where a crime against life or safety is suspected (Art. 18 DSA), clearing up an age where it is said that somebody is a minor, also with an ID (see Verification). If we find that somebody is a minor, we pay back all they paid and delete the account a day later, after a complaint once that is answered; what section 7 names after a deletion stays. Only whoever works on the case opens the evidence; every opening is logged',
            ],
            [
              'Basis',
              'legal obligation, Art. 6 (1) (c) GDPR with Art. 16 to 18 and 20 of Regulation (EU) 2022/2065 (DSA); for house rules that go beyond the law the legitimate interest in a safe club, Art. 6 (1) (f) GDPR; where it says something about your sex life, Art. 9 (2) (f) GDPR. We do not tell the reported person who reported',
            ],
          ],
        },
        {
          title: 'Security',
          facts: [
            [
              'Data',
              'sessions with a shortened browser name, identifiers of known devices; when and how somebody logged in to your account or was refused, with the kind of browser and system, without the place (only you see it); if you set them up, passkeys (the public part only), the key for the codes of an app (encrypted) and recovery codes (as check values); check values of IP addresses, email addresses and accounts for counting attempts and profiles opened (for 24 hours at most), after a ban check values of the email addresses, audit log of our own access',
            ],
            [
              'Purpose',
              'protecting accounts, warding off misuse, noticing whether somebody comes back after a ban, being able to prove access',
            ],
            [
              'Basis',
              'legitimate interest in everyone’s security, Art. 6 (1) (f) GDPR, and Art. 32 GDPR',
            ],
          ],
        },
        {
          title: 'Requests and copies of your data',
          facts: [
            [
              'Data',
              'your requests under the GDPR and our answers; copies of your data that you ask for (encrypted); subject and time of emails to you',
            ],
            ['Purpose', 'fulfilling your rights and proving it'],
            ['Basis', 'legal obligation, Art. 6 (1) (c) with Art. 12 to 22 GDPR'],
          ],
        },
        {
          title: 'Cookies and consents',
          facts: [
            [
              'Data',
              'your choice, time, version and language of the text, way of declaring it; for the cookie choice a random identifier, the shortened browser name and, if you are logged in, your account, no IP address',
            ],
            ['Purpose', 'respecting and proving your choice'],
            [
              'Basis',
              'legal obligation to prove it, Art. 6 (1) (c) with Art. 7 (1) GDPR; section 25 TDDDG. Details: [cookies](/legal/cookies)',
            ],
          ],
        },
      ],
    },
    {
      id: 'recipients',
      title: '5. Who receives data',
      parts: [
        {
          facts: [
            [
              'Other members',
              'username, city, bio, photos, the “verified” mark, since which month you have been here, whether you belong to the team, and posts, wherever you show them; in a room also that you are there or writing, unless you switch that off. A wave is seen only by whom it is meant for; whoever invited you learns from us under which name you are here only if you want that. Whoever you block sees none of all this',
            ],
            [
              'Our team',
              'only those who need it for their task. Every view of an ID picture and every opening of evidence is logged',
            ],
            [
              'Hosting',
              'nobody else: the club runs on the operator’s own server in the European Union',
            ],
            [
              'Email',
              'the operator’s mail server and the provider of your mailbox. If the operator uses a service provider for sending, it is a processor under Art. 28 GDPR in the European Union',
            ],
            [
              'Push messages',
              'only if you switch them on: the push service of your browser’s maker, which the settings name beforehand (such as Google, Mozilla, Apple or Microsoft), as a controller of its own. It learns that and when this browser receives a message of the club, not what it says and not from whom: the content is encrypted as far as your browser, and neutral unless you choose otherwise',
            ],
            [
              'Payments',
              'PayPal (Europe) S.à r.l. et Cie, S.C.A., Luxembourg, as a controller of its own, and only if you order a subscription: the order with its number and the amount. A provider for card payments is planned and will be named here before it receives anything',
            ],
            [
              'Authorities, courts, dispute settlement',
              'only where a law demands it or where it is necessary to avert a danger to life or safety; a dispute settlement body under Art. 21 DSA only when you or others involved turn to it about a decision, and only what concerns that decision',
            ],
          ],
        },
      ],
    },
    {
      id: 'transfers',
      title: '6. Countries outside the European Union',
      parts: [
        'We transfer no data to countries outside the European Union and the European Economic Area as long as you do not choose a service that is based there: if you switch push messages on, what section 5 says of them goes to your browser’s push service, mostly in the USA. For recipients who belong to the EU-US Data Privacy Framework there is an adequacy decision (Art. 45 GDPR); otherwise it happens only with your explicit consent (Art. 49 (1) (a) GDPR), and protection may be lower there than here. Once payments through PayPal are possible, PayPal may pass data to the USA under its own rules approved by the supervisory authorities (Art. 47 GDPR); we will point this out before the first payment.',
      ],
    },
    {
      id: 'retention',
      title: '7. How long we keep data',
      parts: [
        'Your bio, photos, posts and what else belongs to your account stay until you delete them, and no longer than the account. For the rest these maximum periods apply, unless section 4 names a shorter one; a program deletes by itself afterwards and keeps a record of it.',
        retentionTable('en'),
        'If you delete your account, it is gone after 30 days. What stays for longer, for the periods of the table, is only:',
        [
          'invoices and payments',
          'proof of consents and cookie choices, without your name',
          'cancellations and withdrawals you declared without login, as you wrote them',
          'what you reported, without your name',
          'if something of yours was reported: reports about you with their evidence and decisions',
          'after a ban: check values of your email addresses',
          'that there was a request under the GDPR, with its kind and times',
          'backups from the time before',
          'in the audit log and, so that no backup brings it back, in a note: the number of the account',
        ],
        'We keep something for longer only as long as a law demands it or it is needed in pending proceedings.',
      ],
    },
    {
      id: 'mandatory',
      title: '8. What you must provide',
      parts: [
        'For an account we need an email address, a password, a username and your date of birth. Without these, and without being of age, no contract can be made. Joining the waitlist takes only an email address.',
        'Everything else is voluntary: city, bio, photos, verification. Without verification, rooms for verified members stay closed; without the consent of section 10, the rooms stay closed.',
      ],
    },
    {
      id: 'automated',
      title: '9. Automated decisions',
      parts: [
        'None that is final: admission from the waitlist, verification, reports and suspensions are decided by people (Art. 22 GDPR). Only when it is reported that somebody may be a minor, a program suspends the account at once for the time being, and others see nothing of it meanwhile; a person looks, as a rule within an hour, and lifts the suspension, asks for an ID, or finds that it is so. Whoever is suspended is told so with the reasons, can give their view and object. What is checked automatically is whether the date of birth you give reaches the age limit, whether an invitation is valid, how often something is done in a short time, and whether a post or a profile, before it appears, contains something of what section 4 names; whoever writes it differently publishes it, and nothing follows from it for the account. While sign-up is open, the club admits whoever comes. What is also checked automatically is whether with the email address of a sign-up somebody was banned before, or a person refused a request to be admitted. After a ban the account waits until a person decides; a refusal holds as long as we keep it, but an invitation counts for more, and after 90 days one can join the waitlist anew. A program puts open reports in the order of their urgency, but decides none. No profiling takes place.',
      ],
    },
    {
      id: 'consents',
      title: '10. Consents and how to withdraw them',
      parts: [
        'Every consent is voluntary and can be withdrawn at any time for the future, as easily as it was given (Art. 7 (3) GDPR). What happened before stays lawful.',
        [
          'Content that may reveal something about your sex life or sexual orientation: in the settings under “Your consents”. Your bio, photos and posts are then invisible to others at once.',
          'ID review: on the verification page, before the decision. The pictures are destroyed at once.',
          'Push messages and emails about what is new: in the settings, emails also with the link in them.',
          'Waitlist: with the link in our email.',
          'Cookies: with “Cookie settings” at the foot of every page.',
        ],
      ],
    },
    {
      id: 'rights',
      title: '11. Your rights',
      parts: [
        'At any time and free of charge you can ask for:',
        [
          'access to your data and a copy (Art. 15 GDPR)',
          'rectification of what is wrong (Art. 16 GDPR)',
          'erasure (Art. 17 GDPR); you delete your account yourself in the settings, and the data are gone after 30 days at the latest, but for what section 7 names',
          'restriction of processing (Art. 18 GDPR)',
          'your data in a common, machine-readable format (Art. 20 GDPR)',
        ],
        'Objection: where we rely on legitimate interests, you can object at any time on grounds relating to your particular situation (Art. 21 GDPR). You can always object to advertising without giving reasons; we send none.',
        'Write to us through the [contact form](/kontakt) or to [%OPERATOR_EMAIL%](mailto:%OPERATOR_EMAIL%). We answer within one month. We do not ask for a copy of your ID for this; it is enough that you write from the address of your account.',
      ],
    },
    {
      id: 'complaint',
      title: '12. Complaint to a supervisory authority',
      parts: [
        'If you think that we process your data unlawfully, you can complain to a data protection authority (Art. 77 GDPR): where you live, where you work or where we are established. Competent for us is the authority of the German state in which the operator has its address; the Federal Commissioner for Data Protection keeps a [list of addresses](https://www.bfdi.bund.de/).',
      ],
    },
    {
      id: 'changes',
      title: '13. Changes',
      parts: [
        'If what we do changes, we change this policy beforehand. Every version has a number and a date; earlier versions stay readable on this page.',
      ],
    },
  ],
})
