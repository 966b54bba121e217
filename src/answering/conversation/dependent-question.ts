import type { Question } from '../answer.ts';
import { correctedPart } from './correction.ts';
import { elaboration } from './elaboration.ts';

/**
 * Whether neither a user nor a conversation is named. Unrelated people then share the conversation, so an earlier
 * question is most likely somebody else's.
 */
export function isSharedConversation({
  userId,
  conversationId,
}: Pick<Question, 'userId' | 'conversationId'>): boolean {
  return userId === ANONYMOUS_USER && conversationId === DEFAULT_CONVERSATION;
}

export const ANONYMOUS_USER = 'anonymous';
export const DEFAULT_CONVERSATION = 'default';

/**
 * Whether the words of a question show that it continues an earlier one: "and …", "what about …", "… it …", "tell me
 * more", "no, I meant …".
 */
export function continuesEarlier(question: string): boolean {
  return (
    OPENING.test(question) ||
    POINTING.test(withoutIt(question)) ||
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
export function isAboutPerson(question: string): boolean {
  return PERSON.test(question);
}

const letterAfter = '(?![\\p{L}\\p{M}\\p{N}])';

/** First words that connect a question to the previous one. */
const OPENING = new RegExp(
  `^[\\s"'¿¡(]*(?:and|but|or|also|then|so|what about|how about|what else|why not|und|aber|oder|auch|dann|wie ist es mit|was ist mit|et|mais|ou|y|pero|o|¿?qu[eé] hay de|e|ma|mas|en|maar|of|a|ale|i|și|si|dar|ve|peki|ya|а|и|но|και|αλλά|و|لكن|और|लेकिन|còn|và)${letterAfter}|^\\s*(?:那|还有|では|それで|แล้ว|และ)`,
  'iu',
);

/** Words that refer to something said before. */
const POINTING = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|one|ones|there|same|es|ihn|ihm|ihr|ihre|sie|diese[rsnm]?|dessen|deren|davon|dafür|il|elle|ils|elles|celui|celle|ceux|cela|ça|eux|él|ella|ellos|ellas|eso|esto|esa|esos|esas|lui|lei|loro|questo|questa|ele|ela|eles|elas|isso|isto|он|она|оно|они|его|её|их|этот|эта|это|эти|αυτό|αυτός|αυτή|αυτά|bu|şu|bunu|bunun|onun|onlar|هذا|هذه|هو|هي|ذلك|यह|वह|इसका|उसका|nó|họ|này|đó)${letterAfter}|它|他们|她|这个|那个|これ|それ|彼|มัน`,
  'iu',
);

/** Words for a person, and for nothing else, who was named before. German `sie` and `ihr` are left out. */
const PERSON = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])(?:he|him|his|she|her|hers|er|ihn|ihm|él|lui|ele|ela|hij|zij|haar|jego|jej|он|она|его|её|ему|ей|він|вона|його|її|αυτός|αυτή|هو|هي|उसका|उसकी|उसके|उसने|उन्होंने|उनका|उनकी|उनके)${letterAfter}|(?<![其吉维])他|她|彼|เขา|เธอ|ông ấy|bà ấy|anh ấy|cô ấy|그는|그가|그녀`,
  'iu',
);
