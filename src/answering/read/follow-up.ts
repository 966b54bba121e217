import { packOf } from '../../languages/languages.ts';
import type { WeightedTerm } from '../../ports/search-index.ts';
import { carriedTerms, echoedTerms } from '../../question/carried-terms.ts';
import { asksForMore } from '../../question/elaboration.ts';
import { type ParsedQuestion, parseQuestion } from '../../question/parsed-question.ts';
import { questionTerms } from '../../question/question-terms.ts';
import { analyze } from '../../text/analyzer.ts';
import { tokenized } from '../../text/tokenized-text.ts';
import { type Conversation, hasBefore, type Turn } from '../conversation.ts';

/**
 * Makes a follow-up stand alone by carrying over the strongest words of the user's earlier questions. The question's
 * own words have so much more weight that a question on a new subject is not led astray, and one with a new name carries
 * nothing. A request to continue, such as "tell me more", is the previous question once more.
 *
 * @param context.languageOf The language of an earlier question; by default that of this one.
 * @param context.idf Inverse document frequency of a term in the corpus.
 */
export function standAlone(
  question: ParsedQuestion,
  { turns, summary }: Conversation,
  context: QueryContext,
): ParsedQuestion {
  if (!hasBefore({ turns, summary })) return question;
  const { idf } = context;
  const { languages, continues } = question;
  const { text } = question.asked;
  const isWordless = !/[\p{L}\p{N}]/u.test(text);
  const subjects = isWordless ? [] : turns.filter((turn) => !asksForMore(turn.question));
  const subject = subjects.at(-1);
  if (subject && question.asksForMore) {
    const before = { turns: subjects.slice(0, -1), summary };
    const query = standAlone(parseQuestion(subject.question, languages), before, context);
    const answered = turns.slice(turns.indexOf(subject)).filter(({ refused }) => !refused);
    // What gives the reason may have been said already.
    const said = question.type === 'reason' ? [] : answered.map((turn) => turn.answer);
    return { ...query, isFollowUp: true, said: said.join(' ') };
  }

  if (!continues && hasNewName(question, turns)) return question;
  const own = question.terms;
  // A refused question gives no subject, unless it is the last one and this question shows that it continues.
  const lends = ({ refused }: Turn, i: number) => !refused || (continues && i === subjects.length - 1);
  // In one language: several readings of a word would take the places of other words.
  const language = languages[0] ?? null;
  const texts = [
    isWordless ? '' : summary.join(' '),
    ...subjects.map((turn, i) => (lends(turn, i) ? turn.question : '')),
  ];
  const earlier = texts.map((text, i) => {
    const own = (i > 0 && context.languageOf?.(text)) || language;
    const terms = subjectTerms(text, { language, own });
    return { terms, isRefused: subjects[i - 1]?.refused ?? false, isForeign: own !== language };
  });
  const carried = carriedTerms(earlier, own, { idf, continues });
  const tokens = carried.length === 0 ? [] : texts.toReversed().flatMap((text) => analyze(text, language));
  // As last written.
  const words = carried.map(({ term }) => tokens.find((token) => token.term === term)?.surface ?? term);
  const last = subjects.length > 0 ? turns.findLast(isAnsweredOrSubject) : undefined;
  const lastAnswer = last && !last.refused ? termsOf(last.gist ?? last.answer, languages) : [];
  const echoed = echoedTerms(lastAnswer, [...own, ...carried], { idf, continues });
  return {
    ...question,
    ...(words.length > 0 && { standalone: tokenized(`${text} (${words.join(', ')})`) }),
    terms: [...own, ...carried, ...echoed],
    carried,
    isFollowUp: subjects.some(lends),
  };
}

/** Whether a question has a name that no earlier turn has: then it is about something else. */
function hasNewName({ asked, languages }: ParsedQuestion, turns: readonly Turn[]): boolean {
  const language = languages[0] ?? null;
  // Where nouns or whole questions are in capitals, these tell no names.
  if (packOf(language)?.capitals === 'nouns' || !/\p{Ll}/u.test(asked.text)) return false;
  const names = analyze(asked.text, language).filter(
    ({ kind, capitalised }, i) => i > 0 && capitalised && kind !== 'stop',
  );
  const unsaid = new Set(names.map(({ term }) => term));
  // Questions are short, and most names that are known are in one of them.
  for (const said of ['question', 'answer'] as const)
    for (const turn of turns.toReversed()) {
      if (unsaid.size === 0) return false;
      for (const { term } of analyze(turn[said], language)) unsaid.delete(term);
    }
  return unsaid.size > 0;
}

/** Weight of a word of another wording, against 1 for a word of the question. */
const WORDING_WEIGHT = 0.4;
const WORDING_TERMS_MAX = 16;

/** Adds the words of other wordings, which lead a search less than the question's own. */
export function withWordings(
  question: ParsedQuestion,
  wordings: readonly string[],
  languageOf: (text: string) => string | null,
): ParsedQuestion {
  const known = new Set(question.terms.map(({ term }) => term));
  const added = wordings.flatMap((wording) => {
    const language = languageOf(wording);
    const terms = termsOf(wording, language === null ? [] : [language]);
    return terms.filter(({ term }) => !term.startsWith('.') && !known.has(term) && known.add(term));
  });
  const weighted = added.slice(0, WORDING_TERMS_MAX).map(({ term }) => ({ term, weight: WORDING_WEIGHT }));
  return { ...question, terms: [...question.terms, ...weighted], wordings: weighted };
}

/** A refused request to continue leaves the answer before it the last one. */
function isAnsweredOrSubject({ question, refused }: Turn): boolean {
  return !refused || !asksForMore(question);
}

interface QueryContext {
  readonly languageOf?: (text: string) => string | null;
  readonly idf: (term: string) => number;
}

function termsOf(text: string, languages: readonly string[]): WeightedTerm[] {
  return questionTerms(tokenized(text), languages);
}

/** The terms of an earlier question, analysed in `language`, without the small words of its own. */
function subjectTerms(
  text: string,
  { language, own }: { language: string | null; own: string | null },
): WeightedTerm[] {
  const terms = termsOf(text, language === null ? [] : [language]);
  if (own === language) return terms;
  const content = new Set(contentWords(text, own));
  const small = new Set(
    analyze(text, language).flatMap(({ term, surface }) => (content.has(surface) ? [] : [term])),
  );
  return terms.filter(({ term }) => !small.has(term));
}

/** Whether a question does not say what it is about: it has small words only, or few others and points back. */
export function leavesSubjectOpen({ asked, languages, continues }: ParsedQuestion): boolean {
  const content = contentWords(asked.text, languages[0] ?? null).length;
  return content === 0 || (content <= OPEN_WORDS_MAX && continues);
}

/** Maximum content words: whole questions have pointing words, too, like the “that” of “the crisis that began in 1973”. */
const OPEN_WORDS_MAX = 3;

/** The distinct content words of a text, as written. */
export function contentWords(text: string, language: string | null): string[] {
  const words = analyze(text, language).filter(({ kind }) => kind !== 'stop');
  return [...new Set(words.map(({ surface }) => surface))];
}
