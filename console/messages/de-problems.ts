/** German of what problems mean to a user, `console/api/problem-details.ts`. */
export const PROBLEM_DETAILS = {
  'Answers appear here after a second or two, and are stored for 90 days.':
    'Antworten erscheinen hier nach ein bis zwei Sekunden und werden 90 Tage lang gespeichert.',
  'Send less at once.': 'Senden Sie weniger auf einmal.',
  'The document may have been replaced since it was cited. Ask again.':
    'Vielleicht wurde das Dokument inzwischen ersetzt. Fragen Sie noch einmal.',
  'It is not read yet, or it was added before texts were stored.':
    'Es ist noch nicht eingelesen, oder es wurde hinzugefügt, bevor Texte gespeichert wurden.',
  'The request took too long and was cancelled. Try again later.':
    'Die Anfrage dauerte zu lange und wurde abgebrochen. Versuchen Sie es später erneut.',
  'The decision is stored and is carried out automatically. Do not send it again.':
    'Die Entscheidung ist gespeichert und wird von selbst ausgeführt. Senden Sie sie nicht noch einmal.',
  'Try again when the person who runs Docent has freed space.':
    'Versuchen Sie es erneut, wenn der Betreiber Platz geschaffen hat.',
  'It may have been deleted in the meantime.': 'Möglicherweise inzwischen gelöscht.',
  'Split it, or ask the person who runs Docent to raise MAX_FILE_SIZE_MB.':
    'Teilen Sie sie auf, oder bitten Sie den Betreiber, MAX_FILE_SIZE_MB zu erhöhen.',
  'Only documents that failed or were skipped can be read again.':
    'Nur fehlgeschlagene oder übersprungene Dokumente können noch einmal eingelesen werden.',
  'The server’s log has the details under the correlation id.':
    'Näheres steht im Protokoll des Servers unter der Korrelations-ID.',
  'It needs a key with another scope. Ask the person who runs Docent.':
    'Nötig ist ein Schlüssel mit einem anderen Recht. Fragen Sie den Betreiber.',
  'It accepts no more questions at the moment. Try again in a moment.':
    'Zurzeit nimmt es keine weiteren Fragen an. Versuchen Sie es gleich noch einmal.',
  'Its provider gave no usable answer. Try again. If it keeps failing, the server’s log says why.':
    'Der Anbieter hat keine brauchbare Antwort gegeben. Versuchen Sie es erneut. Wenn es weiter fehlschlägt, steht der Grund im Protokoll des Servers.',
  'The built-in model is learned from the documents: add some first. If EMBEDDING_PROVIDER is set, its model has embedded no document yet, or cannot be reached.':
    'Das eingebaute Modell wird aus den Dokumenten gelernt: Fügen Sie zuerst welche hinzu. Wenn EMBEDDING_PROVIDER gesetzt ist, hat dessen Modell noch kein Dokument eingebettet oder ist nicht erreichbar.',
  'Its last run deleted what it had to, or was confirmed already. Nothing was changed.':
    'Der letzte Lauf hat gelöscht, was zu löschen war, oder wurde schon bestätigt. Nichts wurde geändert.',
  'Ask the person who runs Docent for another key, or try again tomorrow.':
    'Bitten Sie den Betreiber um einen anderen, oder versuchen Sie es morgen wieder.',
  'Wait a moment, then try again.': 'Warten Sie einen Moment, und versuchen Sie es dann erneut.',
  'The rest of the request did not arrive in time. Try again over a faster connection.':
    'Der Rest der Anfrage kam nicht rechtzeitig an. Versuchen Sie es über eine schnellere Verbindung.',
  'Somebody has decided it in the meantime. Nothing was changed.':
    'Inzwischen hat jemand darüber entschieden. Nichts wurde geändert.',
  'There is no decision to undo. Nothing was changed.':
    'Es gibt keine Entscheidung rückgängig zu machen. Nichts wurde geändert.',
  'The person who runs Docent can turn it on with SHARED_CONVERSATION_DAYS.':
    'Der Betreiber kann es mit SHARED_CONVERSATION_DAYS einschalten.',
  'Try again in a moment.': 'Versuchen Sie es gleich noch einmal.',
  'Choose another name, or delete that source first.':
    'Wählen Sie einen anderen Namen, oder löschen Sie zuerst die andere Quelle.',
  'Delete one first.': 'Löschen Sie zuerst eine.',
  'What was recorded of an answer is stored for a day, until the server stops. Ask the question again.':
    'Was zu einer Antwort aufgezeichnet wurde, ist einen Tag lang gespeichert, solange der Server läuft. Stellen Sie die Frage noch einmal.',
  'The link is wrong, or the copy has expired or was deleted. Ask the person who shared it for a new link.':
    'Der Link ist falsch, oder die Kopie ist abgelaufen oder gelöscht. Bitten Sie um einen neuen Link.',
} as const;
