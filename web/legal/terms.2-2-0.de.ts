import type { Admission, LegalText } from './legalText.ts'
import { instructionParts, modelFormParts } from './withdrawalParts.ts'

const zugang: Record<Admission, string> = {
  invitation:
    'Der Zugang ist exklusiv: Mitglied wird, wer einen gültigen Einladungscode einlöst oder von der Warteliste aufgenommen wird. Auch ohne Einladung können Sie ein Konto anlegen; es steht dann auf der Warteliste, und die Räume öffnen sich mit der Aufnahme. Ein Anspruch auf Aufnahme besteht nicht.',
  open: 'Der Zugang ist grundsätzlich exklusiv, über eine Einladung oder über die Warteliste. Zurzeit steht die Registrierung offen; wer sich jetzt registriert, wird ohne Einladung und ohne Wartezeit aufgenommen. Ein Anspruch auf Aufnahme besteht nicht.',
}

export const terms220InGerman = (admission: Admission): LegalText => ({
  edition: 'Deutsche Fassung',
  title: 'Allgemeine Geschäftsbedingungen',
  intro:
    'Diese Bedingungen regeln die Mitgliedschaft im {product} Club. Wir haben sie so kurz gehalten, wie das Gesetz es zulässt, und so klar, wie wir selbst sie lesen möchten.',
  sections: [
    {
      id: 'scope',
      title: '1. Geltung und Anbieter',
      parts: [
        'Diese Bedingungen gelten für alle Verträge zwischen dem Betreiber des {product} Club („wir“) und den Personen, die ein Konto anlegen („Sie“, „Mitglied“). Name, Anschrift und Kontaktdaten des Betreibers stehen im [Impressum](/legal/impressum).',
        'Der {product} Club ist ein privater, sozialer Club für Erwachsene. Im Mittelpunkt stehen Gespräche in thematischen Räumen. Das Angebot richtet sich ausschließlich an Verbraucherinnen und Verbraucher im Sinne von § 13 BGB.',
      ],
    },
    {
      id: 'access',
      title: '2. Wer Mitglied werden kann',
      parts: [
        'Der Club steht nur Personen offen, die das 18. Lebensjahr vollendet haben. Bei der Registrierung bestätigen Sie Ihre Volljährigkeit und geben Ihr Geburtsdatum an; ohne diese Angabe entsteht kein Konto.',
        zugang[admission],
        'Unabhängig davon gilt:',
        [
          'Registriert sich jemand mit einer E-Mail-Adresse, mit der wir schon einmal jemanden ausgeschlossen haben (Abschnitt 11), wartet das Konto in jedem Fall, bis ein Mensch über die Aufnahme entscheidet.',
          'Haben wir eine Bitte um Aufnahme abgelehnt, gilt die Absage auch, wenn die Registrierung offen steht: Solange wir sie aufbewahren, steht ein Konto mit dieser E-Mail-Adresse nicht auf der Warteliste und wird nicht von selbst aufgenommen. Eine gültige Einladung zählt mehr als die Absage, und nach 90 Tagen können Sie sich neu auf die Warteliste setzen.',
        ],
        'Für jede Person gibt es genau ein Konto. Es ist persönlich und nicht übertragbar; Sie dürfen es niemandem überlassen und Ihre Zugangsdaten nicht weitergeben.',
        'Ihre Angaben müssen der Wahrheit entsprechen. Das gilt besonders für das Geburtsdatum und für alles, was Sie zur Verifizierung einreichen. Einen Benutzernamen dürfen Sie frei wählen, solange Sie sich damit nicht als jemand anderes ausgeben.',
        'Mitglieder können eine kleine Zahl von Einladungen vergeben. Einladungscodes sind für Menschen gedacht, denen Sie den Club zutrauen; sie dürfen nicht verkauft und nicht öffentlich verbreitet werden.',
      ],
    },
    {
      id: 'contract',
      title: '3. Vertragsschluss',
      parts: [
        'Die Darstellung des Clubs im Internet ist noch kein bindendes Angebot. Mit dem Absenden der Registrierung bieten Sie uns den Abschluss eines Vertrags über die kostenfreie Mitgliedschaft an. Der Vertrag kommt zustande, sobald das Konto angelegt ist und Sie, wo wir darum bitten, Ihre E-Mail-Adresse bestätigt haben.',
        'Der Vertrag wird in deutscher oder englischer Sprache geschlossen. Wir speichern, wann Sie welcher Fassung dieser Bedingungen zugestimmt haben. Die jeweils geltende Fassung können Sie hier jederzeit lesen und ausdrucken. Eingabefehler können Sie bis zum Absenden in den Formularfeldern berichtigen.',
      ],
    },
    {
      id: 'services',
      title: '4. Unsere Leistungen',
      parts: [
        'Mit dem kostenfreien Plan („Free-Plan“) können Sie gleichzeitig Mitglied in bis zu drei Räumen sein, die Ihnen nach ihrer Stufe offenstehen. Verlassen Sie einen Raum, wird der Platz wieder frei.',
        'Räume haben eine von vier Stufen:',
        [
          'Free: für alle aufgenommenen Mitglieder',
          'Club: für Mitglieder mit geprüfter Identität',
          'Premium: für Mitglieder mit laufendem Abonnement',
          'VIP: für Mitglieder mit geprüfter Identität und laufendem Abonnement',
        ],
        'Wir dürfen Räume eröffnen, umgestalten und schließen, solange der Kern der Leistung erhalten bleibt und die Änderung für Sie zumutbar ist. Für bezahlte Leistungen gelten daneben die gesetzlichen Regeln über digitale Produkte (§§ 327 ff. BGB).',
      ],
    },
    {
      id: 'verification',
      title: '5. Verifizierung',
      parts: [
        'Die Verifizierung ist freiwillig. Der Status „verifiziert“ öffnet Ihnen die Räume, die geprüften Mitgliedern vorbehalten sind; ohne ihn bleiben diese Bereiche verschlossen.',
        'Für die Verifizierung reichen Sie ein Bild Ihres Ausweises und ein Selfie-Video von 5 bis 10 Sekunden ein. Bis auf Weiteres genügt anstelle des Videos ein Selfie-Foto. Auf dem Ausweisbild dürfen und sollen Sie alles schwärzen, was wir nicht brauchen; nötig sind Foto, Geburtsdatum und Gültigkeit.',
        'Menschen prüfen Ihre Unterlagen von Hand, in der Regel innerhalb von 24 bis 48 Stunden. Lehnen wir ab, nennen wir Ihnen den Grund; Sie können es dann erneut versuchen. Wie lange wir Unterlagen aufbewahren, steht in der [Datenschutzerklärung](/legal/privacy#de-retention).',
      ],
    },
    {
      id: 'subscription',
      title: '6. Abonnements, Verlängerung und Kündigung',
      parts: [
        'Bezahlte Leistungen bieten wir als monatliches Abonnement an, zurzeit mit einem Plan: Premium. Er öffnet die Räume der Stufe Premium, mit geprüfter Identität auch die der Stufe VIP, und hebt die Grenze von drei Räumen auf. Preis, Umfang und Laufzeit sehen Sie, bevor Sie zahlungspflichtig bestellen; alle Preise enthalten die gesetzliche Umsatzsteuer. Solange kein bezahlter Plan angeboten wird, entstehen Ihnen keine Kosten.',
        'Sie bestellen auf einer Übersicht, auf der Sie alles noch einmal prüfen und ändern können, mit der Schaltfläche „Zahlungspflichtig bestellen“. Der Vertrag kommt zustande, sobald Sie die Zahlung beim Zahlungsanbieter freigegeben haben; wir bestätigen ihn in einer E-Mail, die diese Bedingungen in ihrer Fassung und die Widerrufsbelehrung enthält.',
        'Das Abonnement läuft einen Monat ab der ersten Zahlung und verlängert sich automatisch um jeweils einen weiteren Monat, wenn Sie nicht vorher kündigen. Sieben Tage vor jeder Verlängerung erinnern wir Sie per E-Mail.',
        'Sie können jederzeit zum Ende des laufenden Abrechnungszeitraums kündigen, ohne Frist und ohne Angabe von Gründen:',
        [
          'mit der Schaltfläche „Verträge hier kündigen“ am Fuß jeder unserer Seiten, die auf [die Kündigungsseite](/kuendigen) führt, ohne Anmeldung',
          'in den Einstellungen Ihres Kontos',
          'formlos in Textform, zum Beispiel per E-Mail',
        ],
        'Den Eingang einer Kündigung über die Schaltfläche bestätigen wir sofort per E-Mail, mit Inhalt, Datum, Uhrzeit und dem Ende des Vertrags. Bis zum Ende des Zeitraums bleibt Ihr Zugang bestehen, abgebucht wird nichts mehr. Danach gilt der kostenfreie Plan: Gehören Sie mehr als drei Räumen an, ruhen die übrigen Mitgliedschaften; welche drei offen bleiben, wählen Sie.',
        'Ein laufendes Abonnement behält seinen Preis. Einen neuen Preis kündigen wir mindestens 30 Tage vorher per E-Mail an; er gilt für Sie nur, wenn Sie ausdrücklich zustimmen. Stimmen Sie nicht zu, endet das Abonnement zu dem angekündigten Tag.',
        'Das Recht beider Seiten, aus wichtigem Grund fristlos zu kündigen, bleibt unberührt. Die kostenfreie Mitgliedschaft können Sie jederzeit beenden, indem Sie Ihr Konto löschen; wir können sie mit einer Frist von vier Wochen in Textform kündigen.',
      ],
    },
    {
      id: 'payment',
      title: '7. Zahlung',
      parts: [
        'Die Zahlung erfolgt über den Zahlungsanbieter PayPal; ein Anbieter für Kartenzahlungen ist geplant. Das Entgelt wird zu Beginn jedes Abrechnungszeitraums fällig. Zahlungsdaten wie Kontozugänge oder Kartennummern erhalten wir nicht.',
        'Schlägt eine Zahlung fehl, informieren wir Sie und versuchen es nach 3, 7 und 14 Tagen noch einmal. So lange bleibt Ihr Zugang bestehen; gelingt keine Zahlung, endet das Abonnement, und der kostenfreie Plan bleibt Ihnen erhalten.',
        'Zu jeder Zahlung erhalten Sie eine Rechnung; Sie finden sie auch in den Einstellungen.',
      ],
    },
    {
      id: 'withdrawal',
      title: '8. Widerrufsrecht',
      parts: [
        ...instructionParts('de'),
        'Sie erreichen die Widerrufsseite mit der Schaltfläche „Vertrag widerrufen“, ohne Anmeldung. Dort geben Sie Ihren Namen, den Vertrag und eine E-Mail-Adresse an und bestätigen mit „Widerruf bestätigen“.',
        'Fällt der letzte Tag der Frist auf einen Samstag, Sonntag oder bundesweiten Feiertag, endet sie mit dem nächsten Werktag.',
        'Den angemessenen Betrag berechnen wir nach Tagen: Preis × genutzte Tage ÷ Tage des Monats, gerundet zu Ihren Gunsten. Haben Sie nicht verlangt, dass wir vor Ablauf der Frist beginnen, erhalten Sie den ganzen Preis zurück. Der bezahlte Zugang endet mit dem Widerruf.',
        ...modelFormParts('de'),
      ],
    },
    {
      id: 'rules',
      title: '9. Hausregeln',
      parts: [
        'Der Club lebt davon, dass Menschen freundlich miteinander umgehen. Deshalb gilt, ausführlicher erklärt in den [Hausregeln](/regeln):',
        [
          '„Swimwear/underwear OK. No nudity or explicit content.“ Badekleidung und Unterwäsche sind in Ordnung, Nacktheit und eindeutig sexuelle Darstellungen nicht.',
          'Keine Belästigung, keine Drohungen, keine Herabwürdigung von Menschen, gleich aus welchem Grund.',
          'Ein Nein ist ein Nein. Wer nicht antwortet, wird nicht bedrängt.',
          'Keine Bilder, Namen oder privaten Daten anderer ohne deren Einverständnis. Was im Raum gesagt wird, bleibt im Raum.',
          'Keine Darstellung von Minderjährigen, kein Hinweis auf sexuelle Handlungen mit ihnen, ohne jede Ausnahme.',
          'Keine Werbung, keine entgeltlichen sexuellen Dienstleistungen, keine Betrugsversuche, keine automatischen Konten.',
          'Nichts, was gegen Gesetze oder die Rechte anderer verstößt.',
        ],
      ],
    },
    {
      id: 'content',
      title: '10. Ihre Inhalte',
      parts: [
        'Ihre Beiträge, Texte und Fotos gehören Ihnen. Sie räumen uns nur das einfache, nicht übertragbare und unentgeltliche Recht ein, sie zu speichern und innerhalb des Clubs denen zu zeigen, für die sie bestimmt sind. Dieses Recht endet, wenn Sie den Inhalt oder Ihr Konto löschen.',
        'Sie stehen dafür ein, dass Sie die Inhalte veröffentlichen dürfen.',
        'Bio, Fotos und Beiträge können etwas über Ihr Sexualleben oder Ihre sexuelle Orientierung verraten. Bevor wir sie anderen zeigen, bitten wir Sie deshalb um eine gesonderte, ausdrückliche Einwilligung. Sie gehört nicht zu diesem Vertrag und lässt sich jederzeit in den Einstellungen widerrufen; ohne sie bleiben die Räume geschlossen und Ihre Inhalte für andere unsichtbar.',
        'Beiträge erscheinen in der Reihenfolge ihrer Zeit, die neuesten zuerst. Wir ordnen nichts nach Ihrem Verhalten, bilden keine Profile und zeigen keine Werbung.',
      ],
    },
    {
      id: 'moderation',
      title: '11. Moderation, Begründung und Beschwerde',
      parts: [
        'Maßstab sind das Gesetz, diese Bedingungen und die [Hausregeln](/regeln). Etwas anderes legen wir nicht an, und wir wenden sie bei allen gleich an: sorgfältig, objektiv und verhältnismäßig.',
        'Melden kann jede Person, auch ohne Konto: über [Inhalt melden](/melden). Wir bestätigen den Eingang sofort und teilen mit, wie wir entschieden haben und was man dagegen tun kann.',
        'Welche Mittel wir einsetzen:',
        [
          'Menschen lesen jede Meldung und entscheiden darüber; ein Programm ordnet sie nur nach ihrer Dringlichkeit. Kein Programm entscheidet über Inhalte, die erschienen sind, über Maßnahmen gegen ein Konto oder über Verifizierungen.',
          'Bevor ein Beitrag erscheint oder Benutzername, Stadt und Bio gespeichert werden, vergleicht ein Programm die Worte mit festen Listen und Mustern. Es hält Wörter zurück, die Menschen herabwürdigen. Bei Mitgliedern in ihren ersten 7 Tagen im Club, und solange sie nicht verifiziert sind, hält es auch Links, Kontaktdaten, Kontonummern und Formulierungen zurück, die für Betrug typisch sind.',
          'Denselben Text nimmt es von einem Mitglied in 24 Stunden nur einmal als Beitrag an; sehr kurze Texte wie Grüße sind ausgenommen.',
          'Wird etwas zurückgehalten, lesen Sie sofort, woran es liegt, und können es anders schreiben. Für Ihr Konto folgt daraus nichts. Halten Sie es für einen Irrtum, schreiben Sie uns über das [Kontaktformular](/kontakt); ein Mensch sieht es sich dann an.',
          'Automatisch begrenzt ist auch, wie oft etwas in kurzer Zeit getan werden kann, zum Beispiel anmelden, schreiben, melden, hochladen oder Profile öffnen; für neue Mitglieder ist beim Schreiben die Grenze enger. In langsamen Räumen liegt zwischen zwei Beiträgen eines Mitglieds eine Pause von bis zu 10 Minuten; wie lang sie ist, steht am Eingabefeld. Von Dateien prüft ein Programm Art, Größe und Lesbarkeit, nicht, was darauf zu sehen ist.',
        ],
        'Welche Maßnahmen möglich sind: Je nach Schwere und Wiederholung können wir einen Inhalt entfernen oder verbergen, verwarnen, das Schreiben für eine bestimmte Zeit sperren, ein Konto vorübergehend sperren oder es kündigen (Ausschluss). Kündigen wir ein Konto, erstatten wir die bezahlte, noch nicht genutzte Zeit anteilig. Wir berücksichtigen dabei die Umstände und die Grundrechte und Interessen aller Beteiligten.',
        'Was Sie von uns erfahren: Treffen wir eine solche Maßnahme, erhalten Sie eine Begründung. Sie nennt, welche Maßnahme gilt und wie lange, auf welchen Tatsachen und auf welcher Regel sie beruht, ob eine Meldung der Anlass war und wie Sie sich wehren können.',
        'Wie Sie sich beschweren: innerhalb von sechs Monaten, kostenlos und elektronisch, und zwar bei der Entscheidung selbst, über den Link in unserer E-Mail, als Antwort auf diese E-Mail oder über das [Kontaktformular](/kontakt). Das gilt auch, wenn wir Ihre Meldung abgelehnt haben. Über die Beschwerde entscheidet ein Mensch, der an der ersten Entscheidung nicht beteiligt war, und begründet das Ergebnis. Daneben stehen Ihnen die außergerichtliche Streitbeilegung nach Artikel 21 der Verordnung (EU) 2022/2065 und jederzeit der Rechtsweg offen.',
        'Was gegen Missbrauch gilt: Wer häufig offensichtlich rechtswidrige Inhalte einstellt, kann nach einer Warnung für angemessene Zeit gesperrt werden. Waren drei Meldungen eines Mitglieds binnen eines Jahres offensichtlich unbegründet, verwarnen wir es; nach zwei weiteren nehmen wir 30 Tage lang keine Meldungen von ihm im Club an. Ob eine Meldung offensichtlich unbegründet ist, entscheidet immer ein Mensch. Viele Meldungen allein führen nie zu einer Sperre.',
        'Erfahren wir von einem Verdacht auf eine Straftat, die das Leben oder die Sicherheit von Menschen bedroht, unterrichten wir die zuständigen Behörden.',
      ],
    },
    {
      id: 'deletion',
      title: '12. Löschung des Kontos',
      parts: [
        'Sie können Ihr Konto jederzeit löschen lassen. Es wird dann sofort unsichtbar, und wir entfernen Ihre Daten innerhalb von 30 Tagen. Ausgenommen ist nur, was wir nach dem Gesetz länger aufbewahren müssen oder dürfen, zum Beispiel Rechnungen, Nachweise über Einwilligungen, Meldungen über Sie mit ihren Beweisen und, nach einem Ausschluss, Prüfwerte Ihrer E-Mail-Adressen. Was im Einzelnen bleibt und wie lange, steht in der [Datenschutzerklärung](/legal/privacy#de-retention). Ein laufendes Abonnement endet mit der Löschung; bereits bezahlte Zeit wird nur erstattet, soweit das Gesetz es vorsieht.',
      ],
    },
    {
      id: 'liability',
      title: '13. Haftung',
      parts: [
        'Wir haften unbeschränkt bei Vorsatz und grober Fahrlässigkeit, bei Verletzung von Leben, Körper oder Gesundheit, nach dem Produkthaftungsgesetz und soweit wir eine Garantie übernommen haben.',
        'Bei einfacher Fahrlässigkeit haften wir nur für die Verletzung einer wesentlichen Vertragspflicht, also einer Pflicht, deren Erfüllung die ordnungsgemäße Durchführung des Vertrags überhaupt erst ermöglicht und auf deren Einhaltung Sie regelmäßig vertrauen dürfen. In diesem Fall ist die Haftung auf den vertragstypischen, vorhersehbaren Schaden begrenzt. Im Übrigen ist die Haftung ausgeschlossen.',
        'Für das, was Mitglieder einander sagen, und für Treffen außerhalb des Clubs sind die Beteiligten selbst verantwortlich. Bitte treffen Sie sich beim ersten Mal an einem öffentlichen Ort.',
      ],
    },
    {
      id: 'changes',
      title: '14. Änderungen dieser Bedingungen',
      parts: [
        'Wir können diese Bedingungen ändern, wenn sich das Recht, die Rechtsprechung oder unsere Leistungen ändern und Sie dadurch nicht unangemessen benachteiligt werden. Wir teilen Ihnen die Änderung in Textform mit und zeigen Ihnen im Club, was sich ändert. Für Sie gilt sie erst, wenn Sie ihr ausdrücklich zustimmen; Ihr Schweigen gilt nicht als Zustimmung. Frühere Fassungen bleiben auf dieser Seite lesbar.',
        'Wir fragen Sie, sobald Sie den Club das nächste Mal öffnen. Bis Sie zugestimmt haben, können Sie dort nichts schreiben oder hochladen. Stimmen Sie nicht zu, können Sie in den Einstellungen ein Abonnement kündigen, Ihre Daten mitnehmen und Ihr Konto löschen.',
      ],
    },
    {
      id: 'disputes',
      title: '15. Verbraucherstreitbeilegung',
      parts: [
        'Wir sind nicht bereit und nicht verpflichtet, an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen (§ 36 VSBG). Ihre Rechte aus Abschnitt 11 bleiben davon unberührt.',
      ],
    },
    {
      id: 'final',
      title: '16. Schlussbestimmungen',
      parts: [
        'Es gilt deutsches Recht. Haben Sie Ihren gewöhnlichen Aufenthalt in einem anderen Staat der Europäischen Union, bleibt der Schutz der dort zwingenden Verbrauchervorschriften erhalten.',
        'Ist eine Bestimmung unwirksam, bleibt der Vertrag im Übrigen bestehen; an ihre Stelle tritt das Gesetz. Bei Abweichungen zwischen den Sprachfassungen ist die deutsche maßgeblich, soweit das nicht zu Ihrem Nachteil von zwingendem Recht abweicht.',
      ],
    },
  ],
})
