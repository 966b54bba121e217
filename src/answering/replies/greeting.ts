import { REPLIES } from './greeting-replies.ts';
import { REMARK_REPLIES } from './remark-replies.ts';

/** A reply that needs no document, and its ISO 639-1 code. */
export interface SmallTalkReply {
  readonly text: string;
  readonly language: string;
}

/**
 * The reply to a greeting, thanks, a farewell, or the question what this is; undefined for everything else. Only a text
 * that consists of such phrases alone counts: “Hello, how many days of leave?” is a question.
 *
 * @param language ISO 639-1 code to prefer where a word belongs to several languages; null for no preference.
 */
export function greetingReply(question: string, language: string | null): SmallTalkReply | undefined {
  const found = smallTalk(question, () => language);
  return found && !REMARKS.has(found.kind) ? found.reply : undefined;
}

/**
 * The reply to a remark on an answer that asks nothing of the documents: “ok”, “is that true?”, “shorter”, “👍”;
 * undefined for everything else. One word in Latin letters counts only in the conversation's language or in English: in
 * another it is often a keyword (“legal”, “resume”). Where nothing was answered, it is one unless it is an English nod:
 * “source” and “summary” are looked for.
 *
 * @param languageOf ISO 639-1 code of the conversation, asked only for what may be a remark; null when unknown.
 * @param options.answers Who writes them: a `model` can shorten and rephrase, so such requests are left to it.
 * @param options.isFirst Nothing was said before.
 */
export function remarkReply(
  question: string,
  languageOf: () => string | null,
  { answers = 'quotations', isFirst = false }: { answers?: 'quotations' | 'model'; isFirst?: boolean } = {},
): SmallTalkReply | undefined {
  if (isEmoji(question)) {
    const language = languageOf();
    const known = language !== null && Object.hasOwn(REMARK_REPLIES, language) ? language : 'en';
    return { text: REMARK_REPLIES[known]!.nod, language: known };
  }
  const found = smallTalk(question, languageOf);
  if (!found || !REMARKS.has(found.kind) || (found.kind === 'briefs' && answers === 'model'))
    return undefined;
  if (!LATIN_WORD.test(question)) return found.reply;
  const { language } = found.reply;
  if (isFirst) {
    const english = smallTalk(question, () => 'en');
    return english?.kind === 'nods' && english.reply.language === 'en' ? found.reply : undefined;
  }
  return language === 'en' || language === (languageOf() ?? language) ? found.reply : undefined;
}

const LATIN_WORD = /^\P{L}*[\p{sc=Latn}\p{M}]+\P{L}*$/u;

/** Whether a short text has an emoji, and neither a letter nor a digit. */
export function isEmoji(text: string): boolean {
  const isWordless = !/[\p{L}\p{N}]/u.test(text);
  return text.length <= SMALL_TALK_MAX && isWordless && /\p{Extended_Pictographic}/u.test(text);
}

type Kind = 'abouts' | 'thanks' | 'farewells' | 'doubts' | 'briefs' | 'greetings' | 'nods';

/** Of "Hello and thanks, bye" the first is answered. */
const ORDER: readonly Kind[] = ['abouts', 'thanks', 'farewells', 'doubts', 'briefs', 'greetings', 'nods'];
const REMARKS: ReadonlySet<Kind> = new Set<Kind>(['doubts', 'briefs', 'nods']);
const REPLY_TO = {
  abouts: 'about',
  thanks: 'welcome',
  farewells: 'farewell',
  doubts: 'doubt',
  briefs: 'brief',
  greetings: 'greeting',
  nods: 'nod',
} as const;

interface Phrases {
  readonly kinds: ReadonlyMap<string, Kind>;
  /** Words in the longest phrase that begins with a word. */
  readonly longest: ReadonlyMap<string, number>;
}

const PHRASES = new Map(
  Object.entries(REPLIES).map(([language, replies]) => {
    const spoken = { ...replies, ...REMARK_REPLIES[language]! };
    const kinds = new Map<string, Kind>();
    for (const kind of ORDER) {
      for (const phrase of spoken[kind].normalize('NFKC').split('|')) {
        if (!kinds.has(phrase)) kinds.set(phrase, kind);
      }
    }
    const longest = longestByFirstWord(kinds.keys());
    return [language, { kinds, longest, replyTo: (kind: Kind) => spoken[REPLY_TO[kind]] }];
  }),
);

/** Most questions begin with none of them. */
const FIRST_WORDS = new Set([...PHRASES.values()].flatMap(({ longest }) => [...longest.keys()]));

function longestByFirstWord(phrases: Iterable<string>): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  for (const phrase of phrases) {
    const words = phrase.split(' ');
    longest.set(words[0]!, Math.max(longest.get(words[0]!) ?? 0, words.length));
  }
  return longest;
}

function smallTalk(
  question: string,
  languageOf: () => string | null,
): { kind: Kind; reply: SmallTalkReply } | undefined {
  if (question.length > SMALL_TALK_MAX) return undefined;
  const words = question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .split(' ');
  if (!FIRST_WORDS.has(words[0]!)) return undefined;
  const language = languageOf();
  for (const candidate of language === null ? PHRASES.keys() : [language, ...PHRASES.keys()]) {
    const known = PHRASES.get(candidate);
    const kinds = known && kindsOf(words, known);
    const kind = kinds && ORDER.find((each) => kinds.has(each));
    if (kind) return { kind, reply: { text: known.replyTo(kind), language: candidate } };
  }
  return undefined;
}

/** The kinds of phrases that words consist of, the longest first; undefined if there is anything else. */
function kindsOf(words: readonly string[], { kinds, longest }: Phrases): ReadonlySet<Kind> | undefined {
  const found = new Set<Kind>();
  let at = 0;
  while (at < words.length) {
    let end = Math.min(words.length, at + (longest.get(words[at]!) ?? 0));
    while (end > at && !kinds.has(words.slice(at, end).join(' '))) end--;
    if (end === at) return undefined;
    found.add(kinds.get(words.slice(at, end).join(' '))!);
    at = end;
  }
  return found;
}

/** In UTF-16 units: no longer text is just small talk. */
const SMALL_TALK_MAX = 60;
