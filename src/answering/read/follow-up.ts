import type { WeightedTerm } from '../../ports/search-index.ts';
import { carriedTerms, echoedTerms } from '../../question/carried-terms.ts';
import { continuesEarlier } from '../../question/continuation.ts';
import { elaboration } from '../../question/elaboration.ts';
import { questionTerms } from '../../question/question-terms.ts';
import { analyze } from '../../text/analyzer.ts';
import type { Conversation, Turn } from '../conversation.ts';

/** A question that stands alone: its own terms, and those carried over from the conversation. */
export interface StandaloneQuery {
  /** The question in its own words. */
  readonly question: string;
  /** For people and logs: `and for damaged items? (refund, policy)`. */
  readonly text: string;
  /** The question's own terms, then the carried ones and the strongest of the last answer; distinct. */
  readonly terms: readonly WeightedTerm[];
  /** ISO 639-1 codes of the languages that `terms` were analysed in; empty when unknown. */
  readonly languages: readonly string[];
  readonly carried: readonly WeightedTerm[];
  /** Terms of a language model's wordings, searched for beside its own. */
  readonly wordings?: readonly WeightedTerm[];
  /** Whether the conversation has an answered turn. */
  readonly isFollowUp: boolean;
  /** What was answered already and is not to be repeated, empty for a refusal; only for a request to go on. */
  readonly said?: string;
  /** Asks for documents on its subject: it is to be answered with one passage of each. */
  readonly wantsDocuments?: true;
}

/**
 * Makes a follow-up stand alone by carrying over the strongest words of the user's earlier questions. The question's
 * own words weigh so much more that a question on a new subject is not led astray. A request to go on, such as "tell me
 * more", is the previous question once more.
 *
 * @param context.languages Possible languages of the question, as returned by `questionLanguages`.
 * @param context.languageOf The language of an earlier question; by default that of this one.
 * @param context.idf Inverse document frequency of a term in the corpus.
 */
export function standaloneQuery(
  question: string,
  { turns, summary }: Conversation,
  context: QueryContext,
): StandaloneQuery {
  const { languages, idf } = context;
  if (turns.length === 0 && summary.length === 0) {
    const terms = questionTerms(question, languages);
    return { question, text: question, languages, terms, carried: [], isFollowUp: false };
  }
  const isWordless = !/[\p{L}\p{N}]/u.test(question);
  const subjects = isWordless ? [] : turns.filter((turn) => !elaboration(turn.question));
  const subject = subjects.at(-1);
  const request = subject && elaboration(question);
  if (request) {
    const text = request.adds === '' ? subject.question : `${subject.question} (${request.adds})`;
    const query = standaloneQuery(text, { turns: subjects.slice(0, -1), summary }, context);
    const answered = turns.slice(turns.indexOf(subject)).filter(({ refused }) => !refused);
    // What gives the reason may have been said already.
    const said = request.asksWhy ? [] : answered.map((turn) => turn.answer);
    return { ...query, isFollowUp: true, said: said.join(' ') };
  }

  const own = questionTerms(question, languages);
  const goesOn = continuesEarlier(question, languages[0] ?? null);
  // A refused question gives no subject, unless it is the last one and this question shows that it continues.
  const continued = subjects.filter(({ refused }, i) => !refused || (goesOn && i === subjects.length - 1));
  // In one language: several readings of a word would take the places of other words.
  const language = languages[0] ?? null;
  const texts = [isWordless ? '' : summary.join(' '), ...continued.map((turn) => turn.question)];
  const earlier = texts.map((text, i) => {
    const own = (i > 0 && context.languageOf?.(text)) || language;
    const terms = subjectTerms(text, { language, own });
    return { terms, isRefused: continued[i - 1]?.refused ?? false, isForeign: own !== language };
  });
  const carried = carriedTerms(earlier, own, { idf, goesOn });
  const tokens = carried.length === 0 ? [] : texts.toReversed().flatMap((text) => analyze(text, language));
  // As last written.
  const words = carried.map(({ term }) => tokens.find((token) => token.term === term)?.surface ?? term);
  const text = words.length === 0 ? question : `${question} (${words.join(', ')})`;
  const last = subjects.length > 0 ? turns.findLast(isAnsweredOrSubject) : undefined;
  const lastAnswer = last && !last.refused ? questionTerms(last.gist ?? last.answer, languages) : [];
  const echoed = echoedTerms(lastAnswer, [...own, ...carried], { idf, goesOn });
  return {
    question,
    text,
    languages,
    terms: [...own, ...carried, ...echoed],
    carried,
    isFollowUp: continued.length > 0,
  };
}

/** Weight of a word of another wording, against 1 for a word of the question. */
const WORDING_WEIGHT = 0.4;
const WORDING_TERMS_MAX = 16;

/** Adds the words of other wordings, which lead a search less than the question's own. */
export function withWordings(
  query: StandaloneQuery,
  wordings: readonly string[],
  languageOf: (text: string) => string | null,
): StandaloneQuery {
  const known = new Set(query.terms.map(({ term }) => term));
  const added = wordings.flatMap((wording) => {
    const language = languageOf(wording);
    const terms = questionTerms(wording, language === null ? [] : [language]);
    return terms.filter(({ term }) => !term.startsWith('.') && !known.has(term) && known.add(term));
  });
  const weighed = added.slice(0, WORDING_TERMS_MAX).map(({ term }) => ({ term, weight: WORDING_WEIGHT }));
  return { ...query, terms: [...query.terms, ...weighed], wordings: weighed };
}

/** A refused request to go on leaves the answer before it the last one. */
function isAnsweredOrSubject({ question, refused }: Turn): boolean {
  return !refused || !elaboration(question);
}

interface QueryContext {
  readonly languages: readonly string[];
  readonly languageOf?: (text: string) => string | null;
  readonly idf: (term: string) => number;
}

/** The terms of an earlier question, analysed in `language`, without the small words of its own. */
function subjectTerms(
  text: string,
  { language, own }: { language: string | null; own: string | null },
): WeightedTerm[] {
  const terms = questionTerms(text, language === null ? [] : [language]);
  if (own === language) return terms;
  const content = new Set(contentWords(text, own));
  const small = new Set(
    analyze(text, language).flatMap(({ term, surface }) => (content.has(surface) ? [] : [term])),
  );
  return terms.filter(({ term }) => !small.has(term));
}

/** Whether a question does not say what it is about: it has small words only, or few others and points back. */
export function leavesSubjectOpen(question: string, languages: readonly string[]): boolean {
  const language = languages[0] ?? null;
  const content = contentWords(question, language).length;
  return content === 0 || (content <= OPEN_WORDS_MAX && continuesEarlier(question, language));
}

/** Most content words: whole questions have pointing words, too, like the “that” of “the crisis that began in 1973”. */
const OPEN_WORDS_MAX = 3;

/** The distinct content words of a text, as written. */
export function contentWords(text: string, language: string | null): string[] {
  const words = analyze(text, language).filter(({ kind }) => kind !== 'stop');
  return [...new Set(words.map(({ surface }) => surface))];
}
