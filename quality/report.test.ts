import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { figuresOf } from './metrics.ts';
import { meanOfLines, renderReport } from './report.ts';

const NAMES = [
  'cranfield',
  'cacm',
  'scifact-train',
  'policyqa-dev',
  'covidqa-a: chunks',
  'redis-docs',
  'redis-docs: summaries',
  'financebench',
  'squad-b',
  'mtrag-b',
  'mtrag-b: rewritten by people',
  'rgb-zh-a',
  'xquad-a',
];

const line = (name: string, ranking: readonly string[]) => ({
  name: `some/${name}`,
  questions: 7,
  figures: figuresOf(ranking, new Map([['a', 1]])),
  reference: { ndcg10: 0.5 },
  msPerQuestion: 1,
});

describe('meanOfLines', () => {
  it('weighs the 13 lines equally, whatever half of a set they are of', () => {
    const lines = [...NAMES.map((name) => line(name, ['a'])), line('pubmedqa', [])];
    assert.deepEqual(meanOfLines(lines), { ours: 1, reference: 0.5 });
  });

  it('is unknown while a line is missing', () => {
    assert.equal(meanOfLines(NAMES.slice(1).map((name) => line(name, ['a']))), undefined);
  });
});

describe('renderReport', () => {
  it('shows each line beside its reference, columns aligned', () => {
    const figures = figuresOf(['a'], new Map([['a', 1]]));
    const lines = [
      { name: 'short', questions: 5, figures, reference: { ndcg10: 0.75 }, msPerQuestion: 1 },
      { name: 'a-longer-name', questions: 1234, figures, reference: undefined, msPerQuestion: 1 },
    ];
    assert.equal(
      renderReport({
        lines,
        answers: { answers: [], abstention: [], reliability: [], citations: [] },
        grounding: undefined,
        asked: [],
        costs: [],
      })
        .split('\n\n')[0]
        ?.trimEnd(),
      [
        'ranking        questions  nDCG@10   BM25    diff     R@5    R@10   R@100  MRR@10   Hit@1',
        'short                  5   1.0000  .7500  +.2500  1.0000  1.0000  1.0000  1.0000  1.0000',
        'a-longer-name       1234   1.0000      –       –  1.0000  1.0000  1.0000  1.0000  1.0000',
      ].join('\n'),
    );
  });
});
