import { oneOf, type Setting, text, whole } from './setting-kinds.ts';

/** How answers are written, by a model or as quotes. */
export const ANSWER_SETTINGS = {
  assistantName: text('ASSISTANT_NAME', 'Docent', 'What the language model is told that it is called.'),
  knowledgeDomain: text(
    'KNOWLEDGE_DOMAIN',
    '',
    'What the documents are about, for the language model: it answers questions about this.',
  ),
  escalationMessage: text(
    'ESCALATION_MESSAGE',
    '',
    'Stands behind every refusal: whom to ask when Docent has no answer.',
  ),
  answerTokensMax: whole(
    'ANSWER_TOKENS_MAX',
    2_000,
    { min: 16, max: 100_000 },
    'Tokens that the language model may write for one answer; a quarter of its context at most.',
  ),
  streamVerify: oneOf(
    'STREAM_VERIFY',
    'sentence',
    ['sentence', 'off'],
    'Whether a stream tells each sentence of the language model when it is verified, or the text as it comes. The answer that ends the stream is verified either way and replaces what was told.',
  ),
  fallback: oneOf(
    'FALLBACK',
    'extractive',
    ['extractive', 'error'],
    'What is done when the language model fails: the documents are quoted, or the failure is told.',
  ),
  answerCacheSize: whole(
    'ANSWER_CACHE_SIZE',
    0,
    { min: 0, max: 100_000 },
    'Answers of the language model that are kept, to be given again to an equal question from the same passages; 0 keeps none.',
  ),
  answerCacheTtlSeconds: whole(
    'ANSWER_CACHE_TTL_SECONDS',
    86_400,
    { min: 1, max: 31_536_000 },
    'Seconds for which they are kept at most.',
  ),
} as const satisfies Record<string, Setting>;
