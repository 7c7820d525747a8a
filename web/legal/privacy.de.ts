import { retention } from '#contract/privacy/retention.ts'
import type { LegalText } from './legalText.ts'
import { periodWords, retentionTable } from './retentionTable.ts'

export const privacyInGerman = (): LegalText => ({
  edition: 'Deutsche Fassung',
  title: 'Datenschutzerklärung',
  intro:
    'Wer im {product} Club ist, vertraut uns viel an. Hier steht, welche Daten wir verarbeiten, wozu, auf welcher Grundlage und wie lange, und was Sie jederzeit verlangen können.',
  sections: [
    {
      id: 'controller',
      title: '1. Wer verantwortlich ist',
      parts: [
        'Verantwortlich im Sinne von Art. 4 Nr. 7 DSGVO ist der Betreiber des Clubs:',
        {
          facts: [
            ['Name', '%OPERATOR_NAME%'],
            ['Anschrift', '%OPERATOR_ADDRESS%'],
            ['Vertreten durch', '%OPERATOR_REPRESENTATIVE%'],
            ['E-Mail', '[%OPERATOR_EMAIL%](mailto:%OPERATOR_EMAIL%)'],
            ['Telefon', '%OPERATOR_PHONE%'],
          ],
        },
      ],
    },
    {
      id: 'officer',
      title: '2. Datenschutzbeauftragte Person',
      parts: [
        'Bei Fragen zu Ihren Daten und zu Ihren Rechten hilft unsere datenschutzbeauftragte Person. Sie ist zur Verschwiegenheit verpflichtet.',
        { facts: [['Erreichbar unter', '%OPERATOR_DATA_PROTECTION%']] },
      ],
    },
    {
      id: 'overview',
      title: '3. Das Wichtigste zuerst',
      parts: [
        [
          'Der Club läuft auf dem eigenen Server des Betreibers. Beim Aufruf unserer Seiten wird kein fremder Dienst geladen.',
          'Keine Werbung, keine Werbenetzwerke, keine Auswertung Ihres Verhaltens. Nichts wird verkauft.',
          'Sie treten unter einem frei gewählten Namen auf; Ihren bürgerlichen Namen sieht kein anderes Mitglied. Wir selbst erfahren ihn nur, wenn Sie einen Ausweis prüfen lassen, aus Nachrichten des Zahlungsanbieters und wenn Sie ihn uns schreiben.',
          'Andere Mitglieder sehen Benutzername, Stadt, Bio, Fotos, das Zeichen „verifiziert“, seit welchem Monat Sie dabei sind, und Ihre Beiträge; was noch, steht in Abschnitt 5. Nie sehen sie Ihr Geburtsdatum, Ihr Alter oder Ihre E-Mail-Adresse.',
          `Ausweisbilder liegen verschlüsselt und werden vernichtet: spätestens ${periodWords(retention.identityApproved, 'de')} nach einer gelungenen und ${periodWords(retention.identityRejected, 'de')} nach einer abgelehnten Prüfung.`,
        ],
      ],
    },
    {
      id: 'purposes',
      title: '4. Wozu wir was verarbeiten, und auf welcher Grundlage',
      parts: [
        {
          title: 'Unsere Seiten ausliefern',
          facts: [
            ['Daten', 'IP-Adresse, Zeitpunkt, aufgerufene Adresse, Angaben Ihres Browsers'],
            ['Zweck', 'Seiten übertragen, Störungen und Angriffe erkennen'],
            [
              'Grundlage',
              'berechtigtes Interesse an einem sicheren Betrieb, Art. 6 Abs. 1 Buchst. f DSGVO; § 25 Abs. 2 Nr. 2 TDDDG',
            ],
          ],
        },
        {
          title: 'Konto und Mitgliedschaft',
          facts: [
            [
              'Daten',
              'E-Mail-Adresse, Passwort (nur als Prüfwert), Benutzername, Geburtsdatum, Sprache, Aufnahme, Räume, denen Sie angehören; freiwillig: Stadt',
            ],
            ['Zweck', 'Vertrag erfüllen, Zugang auf Erwachsene beschränken, mit Ihnen sprechen'],
            [
              'Grundlage',
              'Vertrag, Art. 6 Abs. 1 Buchst. b DSGVO; für die Altersgrenze auch Art. 6 Abs. 1 Buchst. c und f DSGVO in Verbindung mit dem JMStV',
            ],
          ],
        },
        {
          title: 'Warteliste und Einladungen',
          facts: [
            [
              'Daten',
              'E-Mail-Adresse, Sprache, als Nachweis die Zeitpunkte von Eintrag und Bestätigung mit einem Prüfwert des Adressbereichs, bei einer Absage ihr Grund und ihr Tag; bei Einladungen der Code als Prüfwert, wer ihn ausgab und wer ihn einlöste',
            ],
            [
              'Zweck',
              'Plätze der Reihe nach vergeben, nach einer Absage eine Zeit lang keine neue Bitte annehmen und niemanden von selbst aufnehmen, Missbrauch von Einladungen erkennen',
            ],
            [
              'Grundlage',
              'Warteliste: Ihre Einwilligung, Art. 6 Abs. 1 Buchst. a DSGVO und § 7 UWG, widerruflich über den Link in jeder E-Mail dazu; Absagen und Einladungen: Art. 6 Abs. 1 Buchst. b und f DSGVO',
            ],
          ],
        },
        {
          title: 'Bio, Fotos und Beiträge',
          facts: [
            [
              'Daten',
              'was Sie schreiben, hochladen und in Räumen tun. Es kann etwas über Ihr Sexualleben oder Ihre sexuelle Orientierung verraten (besondere Kategorien personenbezogener Daten)',
            ],
            ['Zweck', 'es den Mitgliedern zeigen, für die es bestimmt ist'],
            [
              'Grundlage',
              'Vertrag, Art. 6 Abs. 1 Buchst. b DSGVO, und Ihre ausdrückliche Einwilligung, Art. 9 Abs. 2 Buchst. a DSGVO. Wir bitten darum, bevor Sie zum ersten Mal einen Raum betreten',
            ],
          ],
        },
        {
          title: 'Wer gerade da ist und was Sie gelesen haben',
          facts: [
            [
              'Daten',
              'in welchem Raum ein offener Tab von Ihnen steht und ob Sie gerade schreiben; bis zu welchem Beitrag Sie einen Raum gelesen haben; wem Sie gewinkt haben; Räume, die Sie stumm geschaltet haben',
            ],
            [
              'Zweck',
              'den anderen in einem Raum zeigen, wer da ist, und Ihnen, was neu ist. Wer gerade da ist oder schreibt, steht nur im Arbeitsspeicher und wird nirgends aufgezeichnet. In den Einstellungen lässt es sich abschalten: Dann sieht niemand, wo Sie sind, und Sie sehen es von anderen auch nicht',
            ],
            [
              'Grundlage',
              'Vertrag, Art. 6 Abs. 1 Buchst. b DSGVO, für das, was andere davon sehen, und Ihre ausdrückliche Einwilligung nach Abschnitt 10',
            ],
          ],
        },
        {
          title: 'Suche',
          facts: [
            [
              'Daten',
              'Ihre Suchwörter, solange die Antwort dauert; gefunden wird nur in Räumen, in denen Sie Mitglied sind, und nur, was Sie dort lesen dürfen',
            ],
            [
              'Zweck',
              'Beiträge wiederfinden. Wir merken uns nicht, wonach gesucht wurde; gezählt wird nur, wie oft',
            ],
            ['Grundlage', 'Vertrag, Art. 6 Abs. 1 Buchst. b DSGVO'],
          ],
        },
        {
          title: 'Hinweise, E-Mails dazu und Push-Nachrichten',
          facts: [
            [
              'Daten',
              'wer Ihnen geantwortet, gewinkt oder Sie erwähnt hat und welche Entscheidungen Sie betreffen; für Push-Nachrichten die Adresse, die Ihr Browser bei seinem Push-Dienst dafür angelegt hat, und ihre Schlüssel',
            ],
            [
              'Zweck',
              'Ihnen sagen, dass es etwas Neues gibt. Außerhalb des Clubs nur, wenn Sie es einschalten, in neutralen Worten, solange Sie nichts anderes wählen, und nicht in Ihren Ruhezeiten',
            ],
            [
              'Grundlage',
              'im Club Vertrag, Art. 6 Abs. 1 Buchst. b DSGVO; E-Mails und Push-Nachrichten Ihre Einwilligung, Art. 6 Abs. 1 Buchst. a DSGVO, für den Zugriff auf Ihren Browser § 25 Abs. 1 TDDDG. Wer an ihrem Empfang beteiligt ist, steht in Abschnitt 5',
            ],
          ],
        },
        {
          title: 'Blockieren, Ausblenden, Verbergen',
          facts: [
            [
              'Daten',
              'wen Sie blockiert und welche Beiträge Sie ausgeblendet haben, mit Zeitpunkt; dass Sie sich verborgen haben',
            ],
            [
              'Zweck',
              'Ihnen und denen, die Sie blockieren, nichts voneinander zeigen. Wir teilen niemandem mit, dass oder von wem er blockiert wurde, und nehmen es auch nicht in die Auskunft der anderen Person auf',
            ],
            [
              'Grundlage',
              'Vertrag, Art. 6 Abs. 1 Buchst. b DSGVO, und berechtigtes Interesse am Schutz aller, Art. 6 Abs. 1 Buchst. f DSGVO',
            ],
          ],
        },
        {
          title: 'Verifizierung',
          facts: [
            [
              'Daten',
              'Bilder Ihres Ausweises, die Sie schwärzen können und sollen, Selfie-Foto oder Selfie-Video, Ergebnis und Begründung',
            ],
            [
              'Zweck',
              'durch Menschen prüfen, ob das Geburtsdatum stimmt und der Ausweis zu Ihnen gehört. Wir lesen keine Seriennummern aus (§ 20 Abs. 3 PAuswG) und vergleichen keine Gesichter mit Programmen',
            ],
            [
              'Grundlage',
              'Ihre Einwilligung, Art. 6 Abs. 1 Buchst. a DSGVO und § 20 Abs. 2 PAuswG (bei Pässen § 18 PassG). Bis zur Entscheidung können Sie sie auf der Seite der Verifizierung zurückziehen',
            ],
          ],
        },
        {
          title: 'Bezahlte Abonnements',
          facts: [
            [
              'Daten',
              'Plan, Beträge, Zeitpunkte, Kennung des Zahlungsanbieters, seine Nachrichten zu Ihren Zahlungen, in denen Ihr Name stehen kann, gegebenenfalls die letzten Stellen einer IBAN. Kontozugänge und Kartennummern erhalten wir nicht',
            ],
            ['Zweck', 'abrechnen, Belege aufbewahren'],
            [
              'Grundlage',
              'Vertrag, Art. 6 Abs. 1 Buchst. b DSGVO; gesetzliche Aufbewahrung, Art. 6 Abs. 1 Buchst. c DSGVO mit § 147 AO und § 257 HGB',
            ],
          ],
        },
        {
          title: 'Kündigungen und Widerrufe ohne Anmeldung',
          facts: [
            [
              'Daten',
              'Ihr Name, E-Mail-Adresse, Bezeichnung des Vertrags, Art und Zeitpunkt der Kündigung, gegebenenfalls der Grund, Zeitpunkt des Eingangs',
            ],
            [
              'Zweck',
              'die Erklärung dem Vertrag zuordnen, ihren Eingang bestätigen und sie nachweisen',
            ],
            [
              'Grundlage',
              'gesetzliche Pflicht, Art. 6 Abs. 1 Buchst. c DSGVO mit §§ 312k und 356a BGB',
            ],
          ],
        },
        {
          title: 'Nachrichten an uns',
          facts: [
            ['Daten', 'E-Mail-Adresse, Thema, Text, freiwillig Ihr Name, unsere Antwort'],
            ['Zweck', 'Ihnen antworten'],
            [
              'Grundlage',
              'Vertrag oder dessen Anbahnung, Art. 6 Abs. 1 Buchst. b DSGVO; sonst berechtigtes Interesse, Ihnen zu antworten, Art. 6 Abs. 1 Buchst. f DSGVO',
            ],
          ],
        },
        {
          title: 'Prüfung von Beiträgen und Profilen vor dem Erscheinen',
          facts: [
            [
              'Daten',
              'Text eines Beitrags, Benutzername, Stadt und Bio in dem Augenblick, in dem Sie sie abschicken; seit wann Sie aufgenommen sind und ob Sie verifiziert sind; wann Sie zuletzt geschrieben haben',
            ],
            [
              'Zweck',
              'Wörter, die Menschen herabwürdigen, und Wiederholungen zurückhalten, in den ersten 7 Tagen und bis Sie verifiziert sind auch Links, Kontaktdaten, Kontonummern und Formulierungen, die für Betrug typisch sind. Ein Programm vergleicht mit festen Listen und Mustern und sagt Ihnen sofort, woran es liegt. Was zurückgehalten wird, speichern wir nicht. Von einem Beitrag, der erscheint, bleibt 24 Stunden lang ein Prüfwert aus Mitglied und Text, an dem eine Wiederholung zu erkennen ist; in einem langsamen Raum, solange Ihre Pause dort dauert, auch der Zeitpunkt mit einem Prüfwert aus Mitglied und Raum',
            ],
            [
              'Grundlage',
              'berechtigtes Interesse am Schutz der Mitglieder, Art. 6 Abs. 1 Buchst. f DSGVO',
            ],
          ],
        },
        {
          title: 'Meldungen und Moderation',
          facts: [
            [
              'Daten',
              'gemeldeter Inhalt, wie er im Augenblick der Meldung war, mit den Beiträgen um ihn herum, Profil oder Foto (als Beweis verschlüsselt); Grund und Erläuterung; Name und E-Mail-Adresse der meldenden Person (bei Hinweisen auf Minderjährige freiwillig); Entscheidung, Maßnahme und ihre Begründung; Beschwerde und Antwort',
            ],
            [
              'Zweck',
              'Meldungen prüfen, Rechtsverletzungen abstellen, nach einem Ausschluss wegen Betrugs die Mitglieder warnen, die in den 90 Tagen davor im Club mit der Person zu tun hatten, ohne sie zu nennen, jede Maßnahme begründen (Art. 17 DSA), Beschwerden beantworten (Art. 20 DSA), bei Verdacht einer Straftat gegen Leben oder Sicherheit die Behörden unterrichten (Art. 18 DSA), bei einem Hinweis auf Minderjährige das Alter klären, auch mit einem Ausweis (siehe Verifizierung). Stellen wir fest, dass jemand minderjährig ist, zahlen wir alles Bezahlte zurück und löschen das Konto einen Tag danach, bei einer Beschwerde nach deren Beantwortung; was Abschnitt 7 nach einer Löschung nennt, bleibt. Den Beweis öffnet nur, wer den Fall bearbeitet; jedes Öffnen wird protokolliert',
            ],
            [
              'Grundlage',
              'rechtliche Pflicht, Art. 6 Abs. 1 Buchst. c DSGVO mit Art. 16 bis 18 und 20 der Verordnung (EU) 2022/2065 (DSA); für die Hausregeln, die über das Gesetz hinausgehen, berechtigtes Interesse an einem sicheren Club, Art. 6 Abs. 1 Buchst. f DSGVO; soweit etwas über Ihr Sexualleben darin steht, Art. 9 Abs. 2 Buchst. f DSGVO. Die gemeldete Person erfährt von uns nicht, wer gemeldet hat',
            ],
          ],
        },
        {
          title: 'Sicherheit',
          facts: [
            [
              'Daten',
              'Sitzungen mit gekürzter Browserkennung, Kennung bekannter Geräte; wann und womit sich jemand bei Ihrem Konto angemeldet hat oder abgewiesen wurde, mit Art von Browser und System, ohne Ort (das sehen nur Sie); wenn Sie sie einrichten, Passkeys (nur der öffentliche Teil), der Schlüssel für die Codes einer App (verschlüsselt) und Wiederherstellungscodes (als Prüfwerte); Prüfwerte von IP-Adressen, E-Mail-Adressen und Konten zum Zählen von Versuchen und von geöffneten Profilen (höchstens 24 Stunden lang), nach einem Ausschluss Prüfwerte der E-Mail-Adressen, Prüfprotokoll unserer eigenen Zugriffe',
            ],
            [
              'Zweck',
              'Konten schützen, Missbrauch abwehren, erkennen, ob jemand nach einem Ausschluss wiederkommt, Zugriffe nachweisen können',
            ],
            [
              'Grundlage',
              'berechtigtes Interesse an der Sicherheit aller, Art. 6 Abs. 1 Buchst. f DSGVO, und Art. 32 DSGVO',
            ],
          ],
        },
        {
          title: 'Anträge und Kopien Ihrer Daten',
          facts: [
            [
              'Daten',
              'Ihre Anträge nach der DSGVO und unsere Antworten; Kopien Ihrer Daten, die Sie anfordern (verschlüsselt); Betreff und Zeit der E-Mails an Sie',
            ],
            ['Zweck', 'Ihre Rechte erfüllen und das nachweisen'],
            ['Grundlage', 'rechtliche Pflicht, Art. 6 Abs. 1 Buchst. c mit Art. 12 bis 22 DSGVO'],
          ],
        },
        {
          title: 'Cookies und Einwilligungen',
          facts: [
            [
              'Daten',
              'Ihre Wahl, Zeitpunkt, Fassung und Sprache des Textes, Weg der Erklärung; bei der Cookie-Wahl eine Zufallskennung, die gekürzte Browserkennung und, wenn Sie angemeldet sind, Ihr Konto, keine IP-Adresse',
            ],
            ['Zweck', 'Ihre Wahl achten und nachweisen'],
            [
              'Grundlage',
              'rechtliche Pflicht zum Nachweis, Art. 6 Abs. 1 Buchst. c mit Art. 7 Abs. 1 DSGVO; § 25 TDDDG. Einzelheiten: [Cookies](/legal/cookies)',
            ],
          ],
        },
      ],
    },
    {
      id: 'recipients',
      title: '5. Wer Daten erhält',
      parts: [
        {
          facts: [
            [
              'Andere Mitglieder',
              'Benutzername, Stadt, Bio, Fotos, das Zeichen „verifiziert“, seit welchem Monat Sie dabei sind, ob Sie zum Team gehören, und Beiträge, jeweils dort, wo Sie sie zeigen; in einem Raum auch, dass Sie gerade da sind oder schreiben, wenn Sie das nicht abschalten. Ein Winken sieht nur, wem es gilt; unter welchem Namen Sie hier sind, erfährt von uns, wer Sie eingeladen hat, nur, wenn Sie es wollen. Wen Sie blockieren, der sieht von alledem nichts',
            ],
            [
              'Unser Team',
              'nur, wer es für seine Aufgabe braucht. Jede Ansicht eines Ausweisbildes und jedes Öffnen eines Beweises wird protokolliert',
            ],
            [
              'Hosting',
              'niemand sonst: Der Club läuft auf dem eigenen Server des Betreibers in der Europäischen Union',
            ],
            [
              'E-Mail-Versand',
              'der Mailserver des Betreibers und der Anbieter Ihres Postfachs. Setzt der Betreiber für den Versand einen Dienstleister ein, dann als Auftragsverarbeiter nach Art. 28 DSGVO in der Europäischen Union',
            ],
            [
              'Push-Nachrichten',
              'nur, wenn Sie sie einschalten: der Push-Dienst des Herstellers Ihres Browsers, den die Einstellungen vorher nennen (etwa Google, Mozilla, Apple oder Microsoft), als eigener Verantwortlicher. Er erfährt, dass und wann dieser Browser eine Nachricht des Clubs bekommt, nicht was darin steht und nicht von wem: Der Inhalt ist bis zu Ihrem Browser verschlüsselt und neutral, solange Sie nichts anderes wählen',
            ],
            [
              'Zahlungen',
              'PayPal (Europe) S.à r.l. et Cie, S.C.A., Luxemburg, als eigener Verantwortlicher, und nur, wenn Sie ein Abonnement bestellen: die Bestellung mit ihrer Nummer und dem Betrag. Ein Anbieter für Kartenzahlungen ist geplant und wird hier genannt, bevor er etwas erhält',
            ],
            [
              'Behörden, Gerichte, Streitbeilegung',
              'nur, wenn ein Gesetz es verlangt oder es zur Abwehr einer Gefahr für Leben oder Sicherheit nötig ist; eine Streitbeilegungsstelle nach Art. 21 DSA nur, wenn Sie oder andere Beteiligte sie zu einer Entscheidung anrufen, und nur, was diese betrifft',
            ],
          ],
        },
      ],
    },
    {
      id: 'transfers',
      title: '6. Länder außerhalb der Europäischen Union',
      parts: [
        'Wir übermitteln keine Daten in Länder außerhalb der Europäischen Union und des Europäischen Wirtschaftsraums, solange Sie sich nicht für einen Dienst entscheiden, der dort sitzt: Schalten Sie Push-Nachrichten ein, geht das, was Abschnitt 5 dazu nennt, an den Push-Dienst Ihres Browsers, meist in den USA. Für Empfänger, die dem EU-US-Datenschutzrahmen angehören, gilt ein Angemessenheitsbeschluss (Art. 45 DSGVO); sonst geschieht es nur auf Ihre ausdrückliche Einwilligung hin (Art. 49 Abs. 1 Buchst. a DSGVO), und dort kann ein geringerer Schutz gelten als hier. Sobald Zahlungen über PayPal möglich sind, kann PayPal Daten nach eigenen, von den Aufsichtsbehörden genehmigten Regeln (Art. 47 DSGVO) auch in die USA geben; darauf weisen wir vor der ersten Zahlung hin.',
      ],
    },
    {
      id: 'retention',
      title: '7. Wie lange wir Daten aufbewahren',
      parts: [
        'Bio, Fotos, Beiträge und was sonst zu Ihrem Konto gehört, bleiben, bis Sie es löschen, längstens so lange wie das Konto. Für das Übrige gelten diese Höchstfristen, soweit Abschnitt 4 keine kürzere nennt; ein Programm löscht danach von selbst und führt darüber Buch.',
        retentionTable('de'),
        'Löschen Sie Ihr Konto, ist es nach 30 Tagen fort. Länger bleiben, mit den Fristen aus der Tabelle, nur:',
        [
          'Rechnungen und Zahlungen',
          'Nachweise über Einwilligungen und Cookie-Entscheidungen, ohne Ihren Namen',
          'Kündigungen und Widerrufe, die Sie ohne Anmeldung erklärt haben, wie Sie sie schrieben',
          'was Sie gemeldet haben, ohne Ihren Namen',
          'wurde etwas von Ihnen gemeldet: Meldungen über Sie mit ihren Beweisen und Entscheidungen',
          'nach einem Ausschluss: Prüfwerte Ihrer E-Mail-Adressen',
          'dass es einen Antrag nach der DSGVO gab, mit Art und Zeiten',
          'Sicherungskopien aus der Zeit davor',
          'im Prüfprotokoll und, damit keine Sicherungskopie es zurückbringt, in einem Vermerk: die Nummer des Kontos',
        ],
        'Länger behalten wir etwas nur, solange ein Gesetz es vorschreibt oder es in einem laufenden Verfahren gebraucht wird.',
      ],
    },
    {
      id: 'mandatory',
      title: '8. Was Sie angeben müssen',
      parts: [
        'Für ein Konto brauchen wir E-Mail-Adresse, Passwort, Benutzernamen und Geburtsdatum. Ohne diese Angaben, und ohne Volljährigkeit, kann kein Vertrag entstehen. Wer sich auf die Warteliste setzt, gibt nur eine E-Mail-Adresse an.',
        'Alles andere ist freiwillig: Stadt, Bio, Fotos, die Verifizierung. Ohne Verifizierung bleiben Räume für geprüfte Mitglieder verschlossen; ohne die Einwilligung nach Abschnitt 10 bleiben die Räume geschlossen.',
      ],
    },
    {
      id: 'automated',
      title: '9. Automatisierte Entscheidungen',
      parts: [
        'Keine, mit der es sein Bewenden hätte: Über Aufnahme von der Warteliste, Verifizierung, Meldungen und Sperren entscheiden Menschen (Art. 22 DSGVO). Nur wenn gemeldet wird, jemand könne minderjährig sein, sperrt ein Programm das Konto sofort vorläufig, und andere sehen so lange nichts von ihm; ein Mensch sieht in der Regel binnen einer Stunde hin, hebt die Sperre auf, verlangt einen Ausweis oder stellt fest, dass es so ist. Gesperrte Mitglieder erfahren es mit den Gründen, können ihre Sicht schildern und widersprechen. Automatisch geprüft wird, ob das angegebene Geburtsdatum die Altersgrenze erreicht, ob eine Einladung gilt, wie oft etwas in kurzer Zeit getan wird und ob ein Beitrag oder ein Profil, bevor es erscheint, etwas von dem enthält, was Abschnitt 4 dazu nennt; wer es anders schreibt, veröffentlicht es, und für das Konto folgt daraus nichts. Steht die Registrierung offen, nimmt der Club auf, wer kommt. Automatisch geprüft wird auch, ob mit der E-Mail-Adresse einer Registrierung schon einmal jemand ausgeschlossen wurde oder ein Mensch eine Bitte um Aufnahme abgelehnt hat. Nach einem Ausschluss wartet das Konto, bis ein Mensch entscheidet; eine Absage gilt weiter, solange wir sie aufbewahren, doch eine Einladung zählt mehr, und nach 90 Tagen kann man sich neu auf die Warteliste setzen. Ein Programm ordnet offene Meldungen nach ihrer Dringlichkeit, entscheidet aber keine. Profiling findet nicht statt.',
      ],
    },
    {
      id: 'consents',
      title: '10. Einwilligungen und wie Sie sie widerrufen',
      parts: [
        'Jede Einwilligung ist freiwillig und lässt sich jederzeit für die Zukunft widerrufen, so leicht, wie sie gegeben wurde (Art. 7 Abs. 3 DSGVO). Was vorher geschah, bleibt rechtmäßig.',
        [
          'Inhalte, die etwas über Ihr Sexualleben oder Ihre sexuelle Orientierung verraten können: in den Einstellungen unter „Ihre Einwilligungen“. Bio, Fotos und Beiträge sind dann sofort für andere unsichtbar.',
          'Ausweisprüfung: vor der Entscheidung auf der Seite der Verifizierung. Die Bilder werden sofort vernichtet.',
          'Push-Nachrichten und E-Mails über Neues: in den Einstellungen, E-Mails auch über den Link darin.',
          'Warteliste: über den Link in unserer E-Mail.',
          'Cookies: über „Cookie-Einstellungen“ am Fuß jeder Seite.',
        ],
      ],
    },
    {
      id: 'rights',
      title: '11. Ihre Rechte',
      parts: [
        'Sie können jederzeit und kostenlos verlangen:',
        [
          'Auskunft über Ihre Daten und eine Kopie (Art. 15 DSGVO)',
          'Berichtigung falscher Angaben (Art. 16 DSGVO)',
          'Löschung (Art. 17 DSGVO); das Konto löschen Sie selbst in den Einstellungen, die Daten sind spätestens nach 30 Tagen fort, bis auf das, was Abschnitt 7 nennt',
          'Einschränkung der Verarbeitung (Art. 18 DSGVO)',
          'Herausgabe in einem gängigen, maschinenlesbaren Format (Art. 20 DSGVO)',
        ],
        'Widerspruch: Soweit wir uns auf berechtigte Interessen stützen, können Sie aus Gründen, die sich aus Ihrer besonderen Situation ergeben, jederzeit widersprechen (Art. 21 DSGVO). Gegen Werbung können Sie immer und ohne Gründe widersprechen; wir verschicken keine.',
        'Schreiben Sie uns über das [Kontaktformular](/kontakt) oder an [%OPERATOR_EMAIL%](mailto:%OPERATOR_EMAIL%). Wir antworten innerhalb eines Monats. Eine Ausweiskopie verlangen wir dafür nicht; es genügt, dass Sie von der Adresse Ihres Kontos schreiben.',
      ],
    },
    {
      id: 'complaint',
      title: '12. Beschwerde bei einer Aufsichtsbehörde',
      parts: [
        'Wenn Sie meinen, dass wir Ihre Daten nicht rechtmäßig verarbeiten, können Sie sich bei einer Datenschutz-Aufsichtsbehörde beschweren (Art. 77 DSGVO): an Ihrem Wohnort, an Ihrem Arbeitsplatz oder an unserem Sitz. Zuständig für uns ist die Behörde des Landes, in dem der Betreiber seine Anschrift hat; die Bundesbeauftragte für den Datenschutz und die Informationsfreiheit führt eine [Liste der Anschriften](https://www.bfdi.bund.de/).',
      ],
    },
    {
      id: 'changes',
      title: '13. Änderungen',
      parts: [
        'Ändert sich, was wir tun, ändern wir diese Erklärung vorher. Jede Fassung hat eine Nummer und ein Datum; frühere Fassungen bleiben auf dieser Seite lesbar.',
      ],
    },
  ],
})
