/** German. A key is the English message; a plural message is known by its form for any number but one. */
export const GERMAN = {
  // Health
  'Health and settings': 'Zustand und Einstellungen',
  'API key': 'API-Schlüssel',
  'API key stored for this tab': 'API-Schlüssel für diesen Tab gespeichert',
  'API key forgotten': 'API-Schlüssel vergessen',
  'Questions and feedback need no key. Deleting documents, review, the lists of feedback and quality, and these settings need the key that Docent was started with. The operator decides whether adding and reading documents need it too.':
    'Fragen und Rückmeldungen brauchen keinen Schlüssel. Dokumente löschen, die Prüfung, die Listen der Rückmeldungen und der Qualität sowie diese Einstellungen brauchen den Schlüssel, mit dem Docent gestartet wurde. Ob auch Hinzufügen und Lesen von Dokumenten ihn brauchen, entscheidet der Betreiber.',
  'Stored in this tab until you close it, and never in a URL, a cookie or on disk.':
    'In diesem Tab gespeichert, bis Sie ihn schließen – nie in einer URL, einem Cookie oder auf der Festplatte.',
  'Use key': 'Schlüssel verwenden',
  'This tab has a key.': 'Dieser Tab hat einen Schlüssel.',
  'Forget it': 'Vergessen',
  'This browser': 'Dieser Browser',
  Colours: 'Farben',
  Language: 'Sprache',
  System: 'System',
  Light: 'Hell',
  Dark: 'Dunkel',
  'No conversations are stored here.': 'Hier sind keine Unterhaltungen gespeichert.',
  '{count} conversations are stored here. The server also keeps them for a while, so that you can ask follow-ups.':
    {
      one: 'Hier ist eine Unterhaltung gespeichert. Auch der Server behält sie eine Weile, damit Sie nachfragen können.',
      other:
        'Hier sind {count} Unterhaltungen gespeichert. Auch der Server behält sie eine Weile, damit Sie nachfragen können.',
    },
  'Last failed request': 'Letzte fehlgeschlagene Anfrage',
  'None since this page was opened.': 'Keine, seit diese Seite geöffnet wurde.',
  '{problem} at {time}': '{problem} um {time}',
  'It did not reach the server, so the log has no entry for it.':
    'Sie hat den Server nicht erreicht, daher steht sie nicht im Protokoll.',
  'Key-value store': 'Schlüssel-Wert-Speicher',
  'Keeps conversations, review, feedback and the rate limit':
    'Enthält Unterhaltungen, Prüfung, Rückmeldungen und das Anfragelimit',
  'Document store and index': 'Dokumentspeicher und Index',
  'Keeps documents and their passages': 'Enthält Dokumente und ihre Textstellen',
  Readiness: 'Bereitschaft',
  'Check again': 'Erneut prüfen',
  'checked at {time}': 'geprüft um {time}',
  '{store} answers': '{store} antwortet',
  '{store} does not answer': '{store} antwortet nicht',
  Version: 'Version',
  'Running for': 'Läuft seit',
  'At the start': 'Beim Start',
  'Everything answered': 'Alles hat geantwortet',
  '{stores} did not answer': '{stores} hat nicht geantwortet',
  'For programs': 'Für Programme',
  'API documentation': 'API-Dokumentation',
  'OpenAPI document': 'OpenAPI-Dokument',
  'Error codes': 'Fehlercodes',
  'Checking…': 'Wird geprüft …',
  'Not known': 'Nicht bekannt',
  'Ready to answer': 'Bereit zu antworten',
  'Not ready': 'Nicht bereit',
  'less than a second': 'weniger als eine Sekunde',
  Settings: 'Einstellungen',
  'Change them in the environment or in .env. Changes take effect at the next start.':
    'Ändern Sie sie in der Umgebung oder in .env. Änderungen gelten ab dem nächsten Start.',
  'The settings need the API key.': 'Die Einstellungen brauchen den API-Schlüssel.',
  'Enter key': 'Schlüssel eingeben',
  'Loading the settings…': 'Einstellungen werden geladen …',
  'Search settings': 'Einstellungen durchsuchen',
  'Search {count} settings': '{count} Einstellungen durchsuchen',
  '{count} settings found': { one: '{count} Einstellung gefunden', other: '{count} Einstellungen gefunden' },
  'Set by the operator': 'Vom Betreiber gesetzt',
  Defaults: 'Standardwerte',
  'No setting matches.': 'Keine Einstellung passt.',
  'not set': 'nicht gesetzt',
  'not set by default': 'standardmäßig nicht gesetzt',
  'instead of {value}': 'statt {value}',
  'Takes {what}.': 'Erlaubt: {what}.',
} as const satisfies Readonly<Record<string, string | Translated>>;

/** The forms of a message about a number. */
interface Translated {
  readonly one: string;
  readonly other: string;
}
