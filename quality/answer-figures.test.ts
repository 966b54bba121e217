import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { abstentionFigures, answerFigures, citationFigures, reliabilityFigures } from './answer-figures.ts';
import type { GivenAnswer, TaskOutcome } from './measure-answers.ts';

const given = (probability: number, more: Partial<GivenAnswer> = {}): GivenAnswer => ({
  probability,
  marked: 1,
  whole: 1,
  words: 10,
  cited: 2,
  citedRight: 1,
  isFound: true,
  isMixed: false,
  resolves: true,
  retrieveMs: 1,
  answerMs: 1,
  ...more,
});

const outcome: TaskOutcome = {
  name: 'set',
  gold: 'quoted',
  given: [given(0.9), given(0.4, { marked: 0, words: 40, citedRight: 0 }), given(0.2)],
  stray: [
    {
      kind: 'false premises',
      answers: [
        { probability: 0.1, repeated: 1 },
        { probability: 0.5, repeated: 0.9 },
      ],
    },
  ],
};

describe('Figures of answers', () => {
  it('tell questions after other answers from answerable ones that were asked so, too', () => {
    const stray = { kind: 'foreign after answers', answers: [{ probability: 0.5, repeated: 0 }] } as const;
    const [own, later] = [undefined, [given(0.1)]].map((asked) => {
      const lines = { ...outcome, stray: [{ ...stray, ...(asked && { given: asked }) }] };
      return abstentionFigures([lines], 0.3)[0]!;
    });
    assert.deepEqual([own?.good, later?.good, later?.auroc, later?.goodAnswered], [3, 1, 0, 0]);
  });

  it('count a refusal as worth nothing', () => {
    const [line] = answerFigures([outcome], 0.3);
    assert.equal(line?.marked, 2 / 3);
    assert.equal(line?.gatedMarked, 1 / 3);
    assert.equal(line?.gatedWhole, 2 / 3);
    assert.equal(line?.words, 20);
  });

  it('say how often others pass, and repeat what they presume', () => {
    const [line] = abstentionFigures([outcome], 0.3);
    assert.equal(line?.name, 'set: false premises');
    assert.equal(line?.auroc, 4 / 6);
    assert.equal(line?.goodAnswered, 2 / 3);
    assert.equal(line?.othersAnswered, 1 / 2);
    assert.equal(line?.othersRepeated, 1 / 2);
  });

  it('compare the sources of what is shown', () => {
    const [line] = citationFigures([outcome], 0.3);
    assert.deepEqual([line?.answers, line?.precision, line?.recall], [2, 1 / 4, 1 / 2]);
  });

  it('weigh answerable questions as much as others when a probability is compared with the truth', () => {
    const tenths = reliabilityFigures([outcome]);
    assert.deepEqual(
      tenths.map(({ from }) => from),
      [0.1, 0.2, 0.4, 0.5, 0.9],
    );
    assert.deepEqual(
      tenths.map(({ answerable }) => answerable),
      [0, 1, 1, 0, 1],
    );
  });
});
