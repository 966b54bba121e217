import { oneOf, type Setting, text, whole, yesOrNo } from './setting-kinds.ts';

/** How answers are written, by a model or as quotes. */
export const ANSWER_SETTINGS = {
  assistantName: text('ASSISTANT_NAME', 'Docent', 'Name of the assistant, for the language model.'),
  knowledgeDomain: text('KNOWLEDGE_DOMAIN', '', 'Topic of the documents, for the language model.'),
  escalationMessage: text(
    'ESCALATION_MESSAGE',
    '',
    'Added to every refusal, for example whom to ask instead.',
  ),
  answerTokensMax: whole(
    'ANSWER_TOKENS_MAX',
    2_000,
    { min: 16, max: 100_000 },
    'Longest answer of the language model, in tokens; at most a quarter of its context window.',
  ),
  streamVerify: oneOf(
    'STREAM_VERIFY',
    'sentence',
    ['sentence', 'off'],
    'What a stream sends of a language model: each sentence once it is verified, or the text as it arrives (off). The final answer is always verified and replaces what was sent.',
  ),
  verifyWithModel: yesOrNo(
    'VERIFY_WITH_MODEL',
    'false',
    'Whether the language model judges, by one more call, sentences of its answer that the built-in check does not find supported.',
  ),
  fallback: oneOf(
    'FALLBACK',
    'extractive',
    ['extractive', 'error'],
    'What to do when the language model fails: quote the documents, or reply with the error.',
  ),
  glossaryFile: text(
    'GLOSSARY_FILE',
    '',
    'File with words of your own that mean the same, a line each, separated by commas: what people say first, then what documents write.',
  ),
  queryExpansion: oneOf(
    'QUERY_EXPANSION',
    'auto',
    ['auto', 'always', 'off'],
    'Whether the language model words a question for the search: where its own words do not surely find an answer (auto), always, or only for follow-ups, to stand alone (off).',
  ),
  contextPassageTokens: whole(
    'CONTEXT_PASSAGE_TOKENS',
    8_000,
    { min: 500, max: 200_000 },
    'Most tokens of passages given to the language model, by an estimate on the safe side; at most half of its context window.',
  ),
  answerCacheSize: whole(
    'ANSWER_CACHE_SIZE',
    0,
    { min: 0, max: 100_000 },
    'Answers of the language model to keep and give again to an equal question with the same passages. 0: none.',
  ),
  answerCacheTtlSeconds: whole(
    'ANSWER_CACHE_TTL_SECONDS',
    86_400,
    { min: 1, max: 31_536_000 },
    'How long a kept answer may be given again, in seconds.',
  ),
} as const satisfies Record<string, Setting>;
