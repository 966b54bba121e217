const ENGLISH = {
  title: 'Ask the documents',
  question: 'Your question',
  ask: 'Ask',
  close: 'Close',
  conversation: 'Conversation',
  searching: 'Searching the documents…',
  page: 'p.',
  unreachable: 'There is no answer at the moment. Try again later.',
};

const GERMAN: typeof ENGLISH = {
  title: 'Dokumente fragen',
  question: 'Ihre Frage',
  ask: 'Fragen',
  close: 'Schließen',
  conversation: 'Unterhaltung',
  searching: 'Dokumente werden durchsucht …',
  page: 'S.',
  unreachable: 'Zurzeit gibt es keine Antwort. Versuchen Sie es später erneut.',
};

/** The words of the widget. @param tag A BCP 47 tag. */
export function wordsOf(tag: string): typeof ENGLISH {
  return /^de\b/i.test(tag) ? GERMAN : ENGLISH;
}
