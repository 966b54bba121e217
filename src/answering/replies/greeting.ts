import { REPLIES, type Replies } from './greeting-replies.ts';

/**
 * The reply to a greeting, thanks, a farewell, or the question what this is; undefined for everything else. Only a text
 * that consists of such phrases alone counts: “Hello, how many days of leave?” is a question.
 *
 * @param language ISO 639-1 code to prefer where a word belongs to several languages; null for no preference.
 */
export function greetingReply(
  question: string,
  language: string | null,
): { text: string; language: string } | undefined {
  if (question.length > GREETING_MAX) return undefined;
  const words = question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/gu, "'")
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .trim();
  const languages = language === null ? Object.keys(REPLIES) : [language, ...Object.keys(REPLIES)];
  for (const candidate of languages) {
    const known = Object.hasOwn(REPLIES, candidate) ? REPLIES[candidate]! : undefined;
    const kinds = known && kindsOf(words, known);
    if (!known || !kinds) continue;
    const kind = ORDER.find((each) => kinds.has(each));
    const reply = kind && known[REPLY_TO[kind]];
    if (reply) return { text: reply, language: candidate };
  }
  return undefined;
}

type Kind = 'abouts' | 'thanks' | 'farewells' | 'greetings';

/** Of "Hello and thanks, bye" the first is answered. */
const ORDER: readonly Kind[] = ['abouts', 'thanks', 'farewells', 'greetings'];
const REPLY_TO = {
  abouts: 'about',
  thanks: 'welcome',
  farewells: 'farewell',
  greetings: 'greeting',
} as const;

/** The kinds of phrases that a text consists of; undefined if it has anything else. */
function kindsOf(words: string, replies: Replies): ReadonlySet<Kind> | undefined {
  const kinds = new Set<Kind>();
  let rest = words;
  while (rest !== '') {
    const found = ORDER.flatMap((kind) =>
      (replies[kind] ?? [])
        .filter((phrase) => rest.startsWith(phrase) && (rest[phrase.length] ?? ' ') === ' ')
        .map((phrase) => ({ kind, phrase })),
    ).sort((a, b) => b.phrase.length - a.phrase.length)[0];
    if (!found) return undefined;
    kinds.add(found.kind);
    rest = rest.slice(found.phrase.length).trimStart();
  }
  return kinds;
}

/** In UTF-16 units: no longer text is just a greeting. */
const GREETING_MAX = 60;
