import assert from 'node:assert/strict';
import { createMemoryKeyValueStore } from '../src/adapters/key-value/memory.ts';
import type { Answer, Question } from '../src/answering/answer.ts';
import { createAnswerQuestion } from '../src/answering/answer-question.ts';
import { foldAnswer } from '../src/answering/events.ts';
import { DEFAULT_SCORE_THRESHOLD } from '../src/answering/judge/gate.ts';
import { createMemory } from '../src/answering/read/memory.ts';
import type { Traces } from '../src/answering/record/traces.ts';
import { createAnswerCache } from '../src/answering/write/compose/answer-cache.ts';
import { withAnswerCache } from '../src/answering/write/compose/cached-composer.ts';
import { type ComposerParts, createComposer } from '../src/answering/write/compose/composer.ts';
import type { FindApprovedPassages } from '../src/answering/write/quote/approved-answer.ts';
import { questionKey } from '../src/curation/question-key.ts';
import type { KeyValueStore } from '../src/ports/key-value-store.ts';
import type { LanguageModel } from '../src/ports/language-model.ts';
import type { Logger } from '../src/ports/logger.ts';
import type { CorpusForTests, DocumentForTests } from './answering-corpus.ts';

export const HANDBOOK: readonly DocumentForTests[] = [
  {
    docId: 'handbook',
    title: 'Handbook',
    tags: ['hr'],
    chunks: [
      {
        text: 'Every employee gets 30 days of paid leave a year. Unused leave days expire in March.',
        page: 4,
        section: 'Leave',
      },
      {
        text: 'Report sickness to your manager before nine. A doctor’s note is needed from the third day.',
        page: 7,
        section: 'Sickness',
      },
    ],
  },
  {
    docId: 'refunds',
    title: 'Refund policy',
    tags: ['shop'],
    url: 'https://example.org/refunds',
    chunks: [
      {
        text: 'Refunds are paid within 14 days of the return. Damaged items are replaced at no charge, see [3].',
      },
      { text: 'The shop in Oslo opened in 1987. It was founded by Maria Lund and her sister.' },
    ],
  },
  {
    docId: 'urlaub',
    title: 'Reisekosten',
    language: 'de',
    chunks: [{ text: 'Reisekosten werden innerhalb von zwei Wochen erstattet. Belege sind beizufügen.' }],
  },
  {
    docId: 'vpn',
    title: 'VPN guide',
    tags: ['it'],
    chunks: [
      {
        text: 'Install the client from the portal. The VPN gateway listens on port 51820 and drops idle tunnels after 180 seconds.',
      },
      { text: 'Keys are rotated every quarter by the security team. Lost laptops must be reported at once.' },
    ],
  },
];

/** Asks a corpus questions, by one user unless another is named. */
export function asking(
  corpus: CorpusForTests,
  {
    store = createMemoryKeyValueStore({ now: () => 0 }) as KeyValueStore,
    languageModel,
    settings = {},
    cachedMax,
    decidedAt = async () => undefined,
    msPerReading = 1,
    newMarker,
    ...more
  }: {
    store?: KeyValueStore;
    languageModel?: LanguageModel;
    settings?: Partial<ComposerParts['settings']>;
    escalationMessage?: string;
    approvedPassages?: FindApprovedPassages;
    traces?: Pick<Traces, 'record'>;
    /** Answers that are kept for an hour; none without it. */
    cachedMax?: number;
    /** When people decided on an answer to a question. */
    decidedAt?: (questionKey: string) => Promise<number | undefined>;
    /** By how much the clock goes on whenever it is read. */
    msPerReading?: number;
    newMarker?: () => string;
  } = {},
) {
  const warnings: string[] = [];
  const logger: Logger = {
    debug() {},
    info() {},
    error() {},
    enabled: () => true,
    warn: (message) => warnings.push(message),
  };
  let clock = 0;
  const memory = createMemory({ store, ttlMs: 60_000, logger });
  let markers = 0;
  const composer =
    languageModel &&
    createComposer({
      languageModel,
      now: () => Date.UTC(2026, 5, 1),
      logger,
      newMarker: newMarker ?? (() => (markers++).toString(16).padStart(16, 'f')),
      settings: {
        assistantName: 'Docent',
        knowledgeDomain: '',
        streamVerify: 'sentence',
        fallback: 'extractive',
        answerTokensMax: 1_000,
        contextPassageTokens: 6_500,
        // Each call is scripted.
        queryExpansion: 'off',
        verifyWithModel: false,
        questionTimeoutMs: 5_000,
        ...settings,
      },
    });
  const cache =
    cachedMax === undefined
      ? undefined
      : createAnswerCache({ answersMax: cachedMax, ttlMs: 3_600_000, now: () => clock });
  const answerQuestion = createAnswerQuestion({
    ...corpus,
    ...more,
    memory,
    composer: composer && cache ? withAnswerCache(composer, { cache, questionKey, decidedAt }) : composer,
    logger,
    now: () => (clock += msPerReading),
  });
  const events = (text: string, more: Partial<Question> = {}, signal = new AbortController().signal) =>
    answerQuestion(
      {
        text,
        mode: 'learning',
        language: 'auto',
        topK: 5,
        scoreThreshold: DEFAULT_SCORE_THRESHOLD,
        filter: {},
        userId: 'ann',
        conversationId: 'default',
        ...more,
      },
      { signal, correlationId: 'corr-1' },
    );
  let asked = 0;
  return {
    warnings,
    answerQuestion,
    events,
    memory,
    /** In a conversation of its own unless one is named. */
    ask: (text: string, more: Partial<Question> = {}) =>
      foldAnswer(events(text, { conversationId: `c${asked++}`, ...more })),
  };
}

/** What holds of every answer, whatever was asked. */
export function assertWellFormed({ text, sources, meta }: Answer) {
  const cited = [...text.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n));
  assert.deepEqual([...new Set(cited)].sort(), sources.map(({ n }) => n).sort(), 'cited is what is listed');
  // A language model cites by the numbers of what it was given, and so does what replaces its answer.
  if (meta.model === 'extractive' && !meta.fallback)
    assert.deepEqual(
      sources.map(({ n }) => n),
      sources.map((_, i) => i + 1),
    );
  assert.notEqual(text.trim(), '');
  if (meta.refused) assert.equal(sources.length, 0);
  for (const { score, snippet, label } of sources) {
    assert.ok(score >= 0 && score <= 1);
    assert.ok(snippet.length > 0 && snippet.length <= 1_600);
    assert.ok(label.length > 0);
  }
  assert.ok(meta.retrieval.bestScore >= 0 && meta.retrieval.bestScore <= 1);
  assert.equal(meta.grounded === null, meta.groundedScore === null);
}
