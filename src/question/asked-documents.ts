import { LANGUAGES } from '../languages/languages.ts';

/** A question about documents themselves. */
export interface AskedDocuments {
  /** Which documents tell of something, or what one of them is: who wrote it, when, and what it is about. */
  readonly asks: 'which' | 'author' | 'date' | 'subject';
  /** What they tell of, or the name of the document; empty where a word such as `document` stands for it. */
  readonly of: string;
  /** Whether such a word stands beside the name, so that a part of a title is enough: `the Bitcoin paper`. */
  readonly isCalledDocument: boolean;
}

/** `annual leave` of `Which documents tell of annual leave?`, `Free Culture` of `Who wrote the book Free Culture?` */
export function askedDocuments(question: string): AskedDocuments | undefined {
  for (const { asks, expression } of EXPRESSIONS) {
    const of = expression.exec(question)?.slice(1).find(Boolean);
    const name = of?.replace(/[\s.?!…]+$/u, '');
    if (!name) continue;
    const bare = asks === 'which' ? name : name.replace(NOUN, '').replace(QUOTED, '$1');
    return { asks, of: bare, isCalledDocument: bare !== name };
  }
  return undefined;
}

const QUOTED = /^["“„«‘'](.+)["”“»’']$/u;

const EXPRESSIONS = LANGUAGES.flatMap(({ documentRequests: requests }) =>
  requests
    ? (['which', 'author', 'date', 'subject'] as const).flatMap((asks) =>
        requests[asks]
          ? { asks, expression: new RegExp(`^\\s*(?:${requests[asks]})[\\s.?!…]*$`, 'isu') }
          : [],
      )
    : [],
);

const NOUNS = LANGUAGES.flatMap(({ documentRequests }) => documentRequests?.nouns ?? []).join('|');
/** `the book` of `the book Free Culture` and of `the Free Culture book`. */
const NOUN = new RegExp(`^(?:(?:${NOUNS})(?: (?=\\S)|$))|(?<=\\S) (?:${NOUNS})$`, 'iu');
