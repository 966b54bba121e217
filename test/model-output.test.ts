import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { eventData } from '../src/adapters/models/language/event-stream.ts';
import { createReasoningFilters } from '../src/adapters/models/language/reasoning-filter.ts';
import { modelText } from '../src/answering/model/model-text.ts';
import { createEchoes } from '../src/answering/write/compose/echo.ts';
import { unfenced } from '../src/answering/write/compose/fenced-text.ts';
import { readMarkers, withCitations } from '../src/answering/write/compose/markers.ts';
import { createMissingPart } from '../src/answering/write/compose/missing-part.ts';
import { createRelease } from '../src/answering/write/compose/release.ts';
import { withSafeLinks } from '../src/answering/write/compose/safe-links.ts';
import { createSegmenter } from '../src/answering/write/compose/segmenter.ts';
import { createWriting } from '../src/answering/write/compose/writing.ts';
import type { LanguageModel, ModelPart } from '../src/ports/language-model.ts';
import { unitsRead } from './units-read.ts';

/** Everything that reads a model's output while it arrives. A sentence has no more units than `SENTENCE_UNITS`. */
const PARSERS: Readonly<Record<string, (deltas: readonly string[]) => unknown>> = {
  segmenter(deltas) {
    const segmenter = createSegmenter();
    for (const delta of deltas) segmenter.push(delta);
    segmenter.end();
  },
  'writing and release'(deltas) {
    const echoes = createEchoes({ question: 'What is it?', instructions: 'Answer.' });
    const missing = createMissingPart('What is it?', 'en');
    const release = createRelease([], { mode: 'open', language: 'en', echoes, missing });
    const writing = createWriting(release, { isVerified: true, opening: '' });
    for (const delta of deltas) writing.add(delta);
    writing.end('stop');
  },
  'filter of thoughts'(deltas) {
    const thoughts = createReasoningFilters()();
    for (const delta of deltas) thoughts.read(delta);
  },
  'filter that waits for the end of thoughts'(deltas) {
    const open = createReasoningFilters();
    open().read('So.\n</think>\n');
    const thoughts = open();
    for (const delta of deltas) thoughts.read(delta);
  },
  'event stream': (deltas) => readAll(eventData(arriving(deltas.map((delta) => Buffer.from(delta))))),
  'line of an event stream': (deltas) =>
    readAll(eventData(arriving(deltas.map((delta) => Buffer.from(delta.replaceAll('\n', ' ')))))),
  'bounds of a text': (deltas) =>
    readAll(
      modelText(
        modelOf(deltas),
        { system: '', messages: [] },
        {
          completionTokensMax: 8_192,
          signal: new AbortController().signal,
        },
      ),
    ),
  'fences that are no code': (deltas) =>
    unfenced({ kind: 'code', lead: '', text: `\`\`\`\n${deltas.join('')}\nSo [1].` }),
  markers(deltas) {
    for (const sentence of sentencesOf(deltas)) withCitations(readMarkers(sentence), [1, 2]);
  },
  links(deltas) {
    for (const sentence of sentencesOf(deltas)) withSafeLinks(sentence, () => false);
  },
};

const SENTENCE_UNITS = 600;
/** Twice what the segmenter leaves undecided: up to that, each delta makes the next one dearer. */
const UNITS = 2_048;
/** A cost that grew by the square would grow by the square of it. */
const TIMES = 2;

/** What has no sentence's end for long, or looks like the beginning of something. */
const PIECES = [
  ...[
    '. ',
    ' ',
    '\n',
    ' \n',
    '.',
    '…',
    '\u2028',
    '\r',
    '[1] ',
    '[',
    '[1',
    '](',
    '![',
    '](http://a',
    '(',
    '"',
  ],
  ...['```', '~~~', '```\n', '~~~\n', '`', '|', '| a |\n', '- ', '1. ', '# A\n', '**', '<', '<think>'],
  ...[
    '</think>',
    '[THINK]',
    'a',
    'Ab ',
    'e.g. ',
    '5.',
    '退',
    '。',
    '」',
    ':',
    'data: a\n',
    '\r\n',
    '😀',
    '0',
  ],
];

describe('The cost of reading what a model writes', () => {
  for (const [name, parse] of Object.entries(PARSERS)) {
    it(`is linear in the text: ${name}`, async () => {
      for (const piece of PIECES) await assertLinear(parse, [piece]);
      const several = fc.array(fc.constantFrom(...PIECES), { minLength: 2, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(several, (pieces) => assertLinear(parse, pieces)),
        { numRuns: 10 },
      );
    });
  }
});

async function assertLinear(parse: (deltas: readonly string[]) => unknown, pieces: readonly string[]) {
  const once = await unitsRead(() => parse(repeated(pieces, UNITS)));
  const more = await unitsRead(() => parse(repeated(pieces, UNITS * TIMES)));
  assert.ok(
    more <= once * TIMES * 1.5 + UNITS * TIMES,
    `${JSON.stringify(pieces)} reads ${once} units for ${UNITS}, and ${more} for ${TIMES} times as many`,
  );
}

function repeated(pieces: readonly string[], units: number): string[] {
  const deltas: string[] = [];
  for (let length = 0; length < units; ) {
    const piece = pieces[deltas.length % pieces.length]!;
    deltas.push(piece);
    length += piece.length;
  }
  return deltas;
}

function sentencesOf(deltas: readonly string[]): string[] {
  const text = deltas.join('');
  return Array.from({ length: Math.ceil(text.length / SENTENCE_UNITS) }, (_, i) =>
    text.slice(i * SENTENCE_UNITS, (i + 1) * SENTENCE_UNITS),
  );
}

async function* arriving<T>(items: readonly T[]) {
  yield* items;
}

async function readAll(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

function modelOf(deltas: readonly string[]): LanguageModel {
  const parts = deltas.map((delta): ModelPart => ({ type: 'text', delta }));
  const end: ModelPart = { type: 'finish', reason: 'stop', usage: null };
  return { id: 'written', contextTokens: 8_192, generate: () => arriving([...parts, end]) };
}
