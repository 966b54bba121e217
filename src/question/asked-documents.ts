import { LANGUAGES } from '../languages/languages.ts';

/**
 * What documents are asked for by: `annual leave` in `Which documents tell of annual leave?`; undefined for a question
 * that asks for no documents.
 */
export function askedDocuments(question: string): string | undefined {
  for (const expression of EXPRESSIONS) {
    const subject = expression.exec(question)?.[1]?.replace(/[\s.?!…]+$/u, '');
    if (subject) return subject;
  }
  return undefined;
}

const EXPRESSIONS = LANGUAGES.flatMap(({ documentRequests }) =>
  documentRequests ? new RegExp(`^\\s*(?:${documentRequests})$`, 'isu') : [],
);
