import { packOf } from '../languages/languages.ts';
import { analyze } from '../text/analyzer.ts';
import { withoutMarks } from '../text/marked-letters.ts';
import { stopWordsOf } from '../text/stop-words.ts';

/**
 * Whether a word may only say what kind of answer is wanted: question words, auxiliaries and requests (`cuánto`, `puedo`,
 * `gibt`), words for a place named before (`allí`), nouns and verbs for a value (`Länge`, `prix`: the answer to “длина
 * пароля” says “12 символов”), and stop words typed without their marks (`nao`). A question that the documents answer in
 * other words is about the rest of it.
 *
 * @param language ISO 639-1; a language without a list has no such words.
 */
export function onlyAsks(
  { surface, term }: { readonly surface: string; readonly term: string },
  language: string | null,
): boolean {
  const { written, terms } = listsOf(language);
  return terms.has(term) || written.has(withoutMarks(surface));
}

interface Lists {
  /** Without their marks. */
  readonly written: ReadonlySet<string>;
  readonly terms: ReadonlySet<string>;
}

const NONE: Lists = { written: new Set(), terms: new Set() };
// Bounded by the languages that have words here, whatever language a question names.
const lists = new Map<string, Lists>();

function listsOf(language: string | null): Lists {
  const asking = packOf(language)?.askingWords;
  if (language === null || !asking) return NONE;
  const known = lists.get(language);
  if (known) return known;
  const words = `${asking.words} ${asking.values ?? ''}`.split(' ');
  const tokens = words.flatMap((word) => analyze(word, language).filter(({ surface }) => surface === word));
  const made = {
    written: new Set([...asking.words.split(' '), ...stopWordsOf(language)].map(withoutMarks)),
    terms: new Set(tokens.flatMap(({ kind, term }) => (kind === 'word' ? [term] : []))),
  };
  lists.set(language, made);
  return made;
}
