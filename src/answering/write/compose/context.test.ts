import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passageOf } from '../../../../test/passage-of.ts';
import type { Finding } from '../../judge/finding.ts';
import { contextOf } from './context.ts';

/** A finding of passages `doc:ordinal` with falling scores, or the scores given. */
function findingOf(ids: readonly string[], scores: readonly number[] = ids.map((_, i) => 1 - i / 100)) {
  const passages = ids.map((id, i) => {
    const [docId, ordinal] = id.split(':');
    const passage = passageOf(docId!, `Passage ${id}.`, {
      chunkId: `${docId}.1.${ordinal}`,
      score: scores[i]!,
    });
    return { passage, analysis: {} };
  });
  const ranked = ids.map((_, passage) => ({ passage, sentence: 0, score: 1, features: [] }));
  return { passages, ranked, best: ranked.slice(0, 1) } as unknown as Finding;
}

const namesOf = ({ passages }: Finding) =>
  passages.map(({ passage }) => passage.chunkId.replace('.1.', ':')).join(' ');
const contextIn = (finding: Finding, tokensMax = 1_000, tokensOf: (place: number) => number = () => 10) =>
  namesOf(contextOf(finding, { tokensOf, tokensMax }));

describe('The passages of a prompt', () => {
  it('stand best first and second best last', () => {
    assert.equal(contextIn(findingOf(['a:1', 'b:1', 'c:1', 'd:1'])), 'a:1 c:1 d:1 b:1');
    assert.equal(contextIn(findingOf(['a:1', 'b:1'])), 'a:1 b:1');
    assert.equal(contextIn(findingOf(['a:1'])), 'a:1');
    assert.equal(contextIn(findingOf([])), '');
  });

  it('stand together in reading order where they follow each other in their document', () => {
    const found = ['a:5', 'b:1', 'a:4', 'c:9', 'a:6', 'b:0', 'a:8'];
    assert.equal(contextIn(findingOf(found)), 'a:4 a:5 a:6 c:9 a:8 b:0 b:1');
  });

  it('are no neighbours when only their numbers follow each other', () => {
    assert.equal(contextIn(findingOf(['a:9', 'b:8', 'b:10'])), 'a:9 b:10 b:8');
    const odd = findingOf(['a:1', 'b:1', 'c:1']);
    const unnamed = odd.passages.map((read) => ({ ...read, passage: { ...read.passage, chunkId: 'odd' } }));
    assert.equal(contextOf({ ...odd, passages: unnamed }, LARGE).passages.length, 3);
  });

  it('leave out filler, but never the best', () => {
    assert.equal(contextIn(findingOf(['a:1', 'b:1', 'c:1'], [1, 0.2, 0.19])), 'a:1 b:1');
    assert.equal(contextIn(findingOf(['a:1', 'b:1'], [0, 0])), 'a:1 b:1');
  });

  it('take as many as fit, a shorter one after one that does not, and the best at any length', () => {
    const found = findingOf(['a:1', 'b:1', 'c:1']);
    const tokensOf = (place: number) => [50, 60, 40][place]!;
    assert.equal(contextIn(found, 100, tokensOf), 'a:1 c:1');
    assert.equal(contextIn(found, 10, tokensOf), 'a:1');
    let before = 0;
    for (let tokensMax = 0; tokensMax <= 150; tokensMax += 10) {
      const { passages } = contextOf(found, { tokensOf, tokensMax });
      assert.ok(passages.length >= before, 'more room never shows less');
      before = passages.length;
    }
    assert.equal(before, 3);
  });

  it('keep each candidate sentence with its passage', () => {
    const found = findingOf(['a:1', 'b:1', 'c:1'], [1, 0.5, 0.1]);
    const shown = contextOf(found, LARGE);
    assert.deepEqual(
      shown.ranked.map(({ passage }) => passage),
      [0, 1],
      'those of passages that are left out are gone',
    );
    assert.deepEqual(
      shown.best.map(({ passage }) => passage),
      [0],
    );
  });
});

const LARGE = { tokensOf: () => 1, tokensMax: 1_000 };
