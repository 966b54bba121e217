import { oneOf, type Setting, text, whole, yesOrNo } from './setting-kinds.ts';

/** How answers are written, by a model or as quotes. */
export const ANSWER_SETTINGS = {
  assistantName: text('ASSISTANT_NAME', 'Docent', 'Name of the assistant, for the language model.'),
  knowledgeDomain: text('KNOWLEDGE_DOMAIN', '', 'Topic of the documents, for the language model.'),
  escalationMessage: text(
    'ESCALATION_MESSAGE',
    '',
    'Text to add to every refusal, for example whom to ask instead.',
  ),
  answerTokensMax: whole(
    'ANSWER_TOKENS_MAX',
    'Maximum length of an answer of the language model, in tokens; at most a quarter of its context window.',
    { fallback: 2_000, min: 16, max: 100_000 },
  ),
  streamVerify: oneOf(
    'STREAM_VERIFY',
    'sentence',
    ['sentence', 'off'],
    "How a stream sends a language model's text: each sentence when it is verified (sentence), or as it arrives (off). The final answer is always verified and replaces what was sent.",
  ),
  verifyWithModel: yesOrNo(
    'VERIFY_WITH_MODEL',
    'false',
    'Whether the language model judges, in one more call, sentences of its answer that the built-in check does not find supported.',
  ),
  suggestWithModel: yesOrNo(
    'SUGGEST_WITH_MODEL',
    'true',
    'Whether the language model also writes the questions that are suggested to begin with and after an answer, by one short call for each. Otherwise they are questions of the documents, and about their headings.',
  ),
  fallback: oneOf(
    'FALLBACK',
    'extractive',
    ['extractive', 'error'],
    'What to do when the language model fails: quote the documents (extractive), or reply with the error (error).',
  ),
  glossaryFile: text(
    'GLOSSARY_FILE',
    '',
    'File with your own synonyms. Each line has words that mean the same, separated by commas: what people say first, then what documents write.',
  ),
  queryExpansion: oneOf(
    'QUERY_EXPANSION',
    'auto',
    ['auto', 'always', 'off'],
    'When the language model rewords a question for the search: if the first search is not sure (auto), always, or only to complete follow-ups (off).',
  ),
  contextPassageTokens: whole(
    'CONTEXT_PASSAGE_TOKENS',
    'Maximum number of passage tokens in a prompt, by a cautious estimate; at most half of the context window.',
    { fallback: 8_000, min: 500, max: 200_000 },
  ),
  answerCacheSize: whole(
    'ANSWER_CACHE_SIZE',
    'Number of answers of the language model to cache. The same question with the same passages gets its answer from the cache. 0: none.',
    { fallback: 0, min: 0, max: 100_000 },
  ),
  answerCacheTtlSeconds: whole(
    'ANSWER_CACHE_TTL_SECONDS',
    'How long an answer stays in the cache, in seconds.',
    { fallback: 86_400, min: 1, max: 31_536_000 },
  ),
} as const satisfies Record<string, Setting>;
