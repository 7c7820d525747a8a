import { deviceTable } from './deviceTable.ts'
import type { LegalText } from './legalText.ts'

export const cookiesInGerman = (): LegalText => ({
  edition: 'Deutsche Fassung',
  title: 'Cookie-Richtlinie',
  intro:
    'Der {product} Club speichert auf Ihrem Gerät nur, was er braucht, um zu funktionieren. Hier steht alles davon, mit Namen, Zweck und Dauer.',
  sections: [
    {
      id: 'what',
      title: '1. Worum es geht',
      parts: [
        'Cookies sind kleine Texte, die Ihr Browser aufbewahrt und dem Server wieder vorzeigt. Der lokale Speicher (localStorage) und der Speicher eines Tabs (sessionStorage) sind ähnliche Ablagen, die nur Ihr Browser liest. Für alle gilt § 25 TDDDG: Was nicht unbedingt nötig ist, braucht Ihre Einwilligung.',
      ],
    },
    {
      id: 'necessary',
      title: '2. Notwendig',
      parts: [
        'Ohne diese Einträge könnte der Club Sie nicht angemeldet halten, vergäße Ihre Sprache oder verlöre einen angefangenen Beitrag. Sie sind nach § 25 Abs. 2 Nr. 2 TDDDG ohne Einwilligung erlaubt. Cookies halten höchstens 12 Monate, das Anmelde-Cookie höchstens 30 Tage.',
        deviceTable('de'),
      ],
    },
    {
      id: 'optional',
      title: '3. Statistik und Marketing',
      parts: [
        'Zurzeit setzen wir nichts davon ein: keine Besucherstatistik, keine Werbung, keine fremden Dienste, keine Übermittlung in Drittländer. Ihre Wahl dazu speichern wir trotzdem und achten sie, sollte sich das ändern; dann fragen wir neu.',
      ],
    },
    {
      id: 'choice',
      title: '4. Ihre Wahl',
      parts: [
        'Beim ersten Besuch fragen wir nach Ihrer Einwilligung. Sie ist freiwillig; „Necessary Only“ und das Schließen des Hinweises bedeuten dasselbe: nur Notwendiges. Der Club funktioniert danach unverändert.',
        'Ihre Entscheidung gilt 12 Monate, es sei denn, dieser Text ändert sich vorher. Sie können sie jederzeit ändern oder widerrufen: über „Cookie-Einstellungen“ am Fuß jeder Seite oder in den Einstellungen. Als Nachweis speichern wir jede Entscheidung mit Zeitpunkt, Zufallskennung und gekürzter Browserkennung, ohne IP-Adresse ([Datenschutzerklärung](/legal/privacy)).',
      ],
    },
    {
      id: 'delete',
      title: '5. Selbst löschen',
      parts: [
        'Alles, was hier steht, können Sie in Ihrem Browser ansehen und löschen, meist unter „Datenschutz“ oder „Website-Daten“. Sie sind dann abgemeldet, und nicht gesendete Entwürfe sind fort. Beim Abmelden räumen wir die Einträge Ihres Kontos selbst weg.',
      ],
    },
  ],
})
