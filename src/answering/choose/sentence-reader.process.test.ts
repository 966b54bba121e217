import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { passageOf } from '../../../test/passage-of.ts';
import { parseQuestion } from '../../question/parsed-question.ts';
import { analysePassage } from './passage-analysis.ts';
import { questionWords } from './question-words.ts';
import { createSentenceReader } from './sentence-reader.ts';

const PASSAGE = passageOf(
  'orders',
  'Refunds of an order take five weeks. Each order has a number. It is sent by mail.',
);

function score(text: string): void {
  const corpus = { chunks: 1_000, idf: () => 3 };
  const reader = createSentenceReader(questionWords(parseQuestion(text, ['en']), { language: 'en', corpus }));
  reader.score([{ passage: PASSAGE, analysis: analysePassage(PASSAGE) }]);
}

test('scoring sentences leaves nothing of an earlier question to the collection of the whole heap', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
  const oldBytes = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size;
  const ask = (questions: number) => {
    for (let n = 0; n < questions; n++) {
      score(`How long does refund ${n} of an order take?`);
      if (n % 10 === 0) collect({ type: 'minor' });
    }
  };
  ask(200);
  collect();
  const before = oldBytes();
  ask(500);
  assert.ok(oldBytes() - before < 500_000, `${oldBytes() - before} bytes`);
});
