import { LANGUAGES, repliesIn } from '../../../languages/languages.ts';
import type { Replies, SmallTalk } from '../../../languages/pack.ts';
import { kindsOfPhrases, plainMessage, readPhrases } from '../../../languages/phrases.ts';

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
 * The reply to a remark that asks nothing of the documents: “ok”, “is that true?”, “👍”; or to a request for the answer
 * in other words, which cannot be quoted. Undefined for everything else. One word in Latin letters counts only in the
 * conversation's language or in English: in another it is often a keyword (“legal”). In the first message it counts only
 * in English, and nothing is rewritten: “summary” is looked for.
 *
 * @param languageOf ISO 639-1 code of the conversation, asked only for what may be a remark; null when unknown.
 * @param options.isFirst Nothing was said before.
 */
export function remarkReply(
  question: string,
  languageOf: () => string | null,
  { isFirst = false } = {},
): SmallTalkReply | undefined {
  if (isEmoji(question)) {
    const { replies, language } = repliesIn(languageOf());
    return { text: replies.toRemark, language };
  }
  const found = smallTalk(question, languageOf);
  if (!found || !REMARKS.has(found.kind) || (isFirst && found.kind === 'rewrites')) return undefined;
  if (!LATIN_WORD.test(question)) return found.reply;
  const { language } = smallTalk(question, () => 'en')!.reply;
  if (language === 'en') return found.reply;
  return !isFirst && found.reply.language === (languageOf() ?? found.reply.language)
    ? found.reply
    : undefined;
}

const LATIN_WORD = /^\P{L}*[\p{sc=Latn}\p{M}]+\P{L}*$/u;

/** Whether a short text has an emoji, and neither a letter nor a digit. */
export function isEmoji(text: string): boolean {
  const isWordless = !/[\p{L}\p{N}]/u.test(text);
  return text.length <= SMALL_TALK_MAX && isWordless && /\p{Extended_Pictographic}/u.test(text);
}

/** Of "Hello and thanks, bye" the first is answered. */
const REPLY_TO: Readonly<Record<SmallTalk, (replies: Replies) => string>> = {
  help: ({ toHelp }) => toHelp,
  thanks: ({ toThanks }) => toThanks,
  farewells: ({ toFarewell }) => toFarewell,
  rewrites: ({ refusal }) => refusal.unwritten,
  greetings: ({ toGreeting }) => toGreeting,
  remarks: ({ toRemark }) => toRemark,
};
const ORDER = Object.keys(REPLY_TO) as SmallTalk[];
const REMARKS: ReadonlySet<SmallTalk> = new Set<SmallTalk>(['remarks', 'rewrites']);

const PHRASES = new Map(
  LANGUAGES.flatMap(({ code, smallTalk }) => {
    if (!smallTalk) return [];
    const inOrder = Object.fromEntries(ORDER.map((kind) => [kind, smallTalk[kind]]));
    return [[code, readPhrases(inOrder as typeof smallTalk)] as const];
  }),
);

/** Most questions begin with none of them. */
const FIRST_WORDS = new Set(
  [...PHRASES.values()].flatMap(({ kindOf }) =>
    Array.from(kindOf.keys(), (phrase) => phrase.split(' ', 1)[0]),
  ),
);

function smallTalk(
  question: string,
  languageOf: () => string | null,
): { kind: SmallTalk; reply: SmallTalkReply } | undefined {
  if (question.length > SMALL_TALK_MAX) return undefined;
  const message = plainMessage(question);
  if (!FIRST_WORDS.has(message.split(' ', 1)[0])) return undefined;
  const language = languageOf();
  for (const candidate of language === null ? PHRASES.keys() : [language, ...PHRASES.keys()]) {
    const known = PHRASES.get(candidate);
    const kinds = known && kindsOfPhrases(message, known);
    const kind = ORDER.find((each) => kinds?.has(each));
    if (!kind) continue;
    const { replies, language } = repliesIn(candidate);
    return { kind, reply: { text: REPLY_TO[kind](replies), language } };
  }
  return undefined;
}

/** In UTF-16 units: no longer text is just small talk. */
const SMALL_TALK_MAX = 60;
