import { stopWordsOf } from '../../retrieval/analysis/stop-words.ts';
import { correctedPart } from './correction.ts';
import { elaboration } from './elaboration.ts';

/**
 * Whether the words of a question show that it continues an earlier one: "and …", "what about …", "… it …", "tell me
 * more", "no, I meant …".
 *
 * @param language ISO 639-1 code of the question; null when unknown. It tells the Italian article `il` from the French
 *   pronoun.
 */
export function continuesEarlier(question: string, language: string | null = null): boolean {
  return (
    has(OPENING, question, language) ||
    has(POINTING, withoutIt(question), language) ||
    elaboration(question) !== undefined ||
    correctedPart(question) !== undefined
  );
}

/** “The head of IT” points to nothing, unless all words are in capitals. */
function withoutIt(question: string): string {
  return question.includes('IT') && /\p{Ll}/u.test(question)
    ? question.replace(/(?<![\p{L}\p{N}])IT(?![\p{L}\p{N}])/gu, '')
    : question;
}

/** Whether a question is about a person without a name: “when did he die?”. */
export function isAboutPerson(question: string, language: string | null = null): boolean {
  return has(PERSON, question, language);
}

/** Words with a meaning, by language, and what finds those of all languages. */
interface Words {
  readonly expression: RegExp;
  readonly of: Readonly<Record<string, ReadonlySet<string>>>;
}

/** Whether a text has one of the words, and it is not merely a small word of the text's own language. */
function has({ expression, of }: Words, text: string, language: string | null): boolean {
  // Not `matchAll`, which copies the expression: for these that takes longer than the search.
  for (const found of text.match(expression) ?? []) {
    const word = found.replace(NO_LETTERS_BEFORE, '').toLowerCase();
    if (language === null || of[language]?.has(word) || !stopWordsOf(language).has(word)) return true;
  }
  return false;
}

const NO_LETTERS_BEFORE = /^[^\p{L}¿]+/u;

/**
 * @param before What stands before such a word.
 * @param unspaced Alternatives of scripts without spaces.
 */
function wordsOf(of: Readonly<Record<string, string>>, before: string, unspaced: string): Words {
  const lists = Object.entries(of).map(([language, words]) => [language, words.split('|')] as const);
  const all = [...new Set(lists.flatMap(([, words]) => words))].join('|');
  return {
    expression: new RegExp(`${before}(?:${all})(?![\\p{L}\\p{M}\\p{N}])|${unspaced}`, 'giu'),
    of: Object.fromEntries(lists.map(([language, words]) => [language, new Set(words)])),
  };
}

/** First words that connect a question to the previous one. */
const OPENING = wordsOf(
  {
    ar: 'و|لكن|وكم|وما|وماذا|ومتى|وأين|ومن|وهل|وكيف|ولماذا',
    de: 'und|aber|oder|auch|dann|wie ist es mit|was ist mit',
    el: 'και|αλλά',
    // Who says something of themselves goes on: “I meant the blue one.”
    en: 'and|but|or|also|then|so|i|what about|how about|what else|why not',
    es: 'y|pero|o|¿?qu[eé] hay de',
    fr: 'et|mais|ou',
    hi: 'और|लेकिन',
    it: 'e|ma',
    ko: '그럼|그러면|그리고|그런데|또',
    nl: 'en|maar|of',
    pl: 'a|ale|i',
    pt: 'e|mas',
    ro: 'și|si|dar',
    ru: 'а|и|но',
    tr: 've|peki|ya',
    vi: 'còn|và',
  },
  `^[\\s"'¿¡(]*`,
  '^\\s*(?:那|还有|では|それで|แล้ว|และ)',
);

/** Words that refer to something said before. */
const POINTING = wordsOf(
  {
    ar: 'هذا|هذه|هو|هي|ذلك|هناك',
    de: 'es|ihn|ihm|ihr|ihre|sie|diese|dieser|dieses|diesen|diesem|dessen|deren|dabei|dafür|daran|darauf|darin|darüber|davon|dazu|dort',
    el: 'αυτό|αυτός|αυτή|αυτά|εκεί',
    en: 'it|its|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|one|ones|there|same',
    es: 'él|ella|ellos|ellas|eso|esto|esa|esos|esas|allí|allá|ahí',
    fr: 'il|elle|ils|elles|celui|celle|ceux|cela|ça|eux|là-bas',
    hi: 'यह|वह|इसका|उसका|वहाँ|वहां',
    it: 'lui|lei|loro|questo|questa|lì',
    ko: '그것은|그건|이것은|이건|거기|거기서|거기는',
    nl: 'hij|zij|hem|deze|dit|daar|daarbij|daarin|daarvan|daarvoor',
    pl: 'tam|jego|jej|ich|tego|temu',
    pt: 'ele|ela|eles|elas|isso|isto|lá|aí',
    ru: 'он|она|оно|они|его|её|ее|их|этот|эта|это|эти|там',
    tr: 'bu|şu|bunu|bunun|onun|onlar|orada',
    vi: 'nó|họ|này|đó',
  },
  '(?<![\\p{L}\\p{M}\\p{N}])',
  '它|他们|她|这个|那个|那里|那儿|これ|それ|そこ|彼|มัน',
);

/** Words for a person, and for nothing else, who was named before. German `sie` and `ihr` are left out. */
const PERSON = wordsOf(
  {
    ar: 'هو|هي',
    de: 'er|ihn|ihm',
    el: 'αυτός|αυτή',
    en: 'he|him|his|she|her|hers',
    es: 'él|ella',
    fr: 'lui',
    hi: 'उसका|उसकी|उसके|उसने|उन्होंने|उनका|उनकी|उनके',
    it: 'lui',
    nl: 'hij|zij|haar',
    pl: 'jego|jej',
    pt: 'ele|ela',
    ru: 'он|она|его|её|ему|ей',
    uk: 'він|вона|його|її',
  },
  '(?<![\\p{L}\\p{M}\\p{N}])',
  '(?<![其吉维])他|她|彼|เขา|เธอ|ông ấy|bà ấy|anh ấy|cô ấy|그는|그가|그녀',
);
