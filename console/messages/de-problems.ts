/** German of what problems mean to a user, `console/api/problem-details.ts`. */
export const PROBLEM_DETAILS = {
  'Answers appear here after a second or two, and are stored for 90 days.':
    'Antworten erscheinen hier nach ein bis zwei Sekunden und werden 90 Tage lang gespeichert.',
  'The document may have been replaced since it was cited. Ask again.':
    'Vielleicht wurde das Dokument inzwischen ersetzt. Fragen Sie noch einmal.',
  'It is not read yet, or it was added before texts were stored.':
    'Es ist noch nicht eingelesen, oder es wurde hinzugefügt, bevor Texte gespeichert wurden.',
  'It may have been deleted in the meantime.': 'Möglicherweise inzwischen gelöscht.',
  'It accepts no more questions at the moment. Try again in a moment.':
    'Zurzeit nimmt es keine weiteren Fragen an. Versuchen Sie es gleich noch einmal.',
  'Wait a moment, then try again.': 'Warten Sie einen Moment, und versuchen Sie es dann erneut.',
  'Try again in a moment.': 'Versuchen Sie es gleich noch einmal.',
} as const;
