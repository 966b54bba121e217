import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseReferences, referenceFor } from './reference.ts';

const README = `# A set

BM25 k1=1.2 b=0.75

last turn only

| corpus docs | queries | nDCG@10 | Recall@5 | Recall@10 | Recall@100 | MRR@10 | Hit@1 |
|---|---|---|---|---|---|---|---|
| 846 | 266 | 0.7023 | 0.7013 | 0.7901 | 0.9447 | 0.7082 | 0.6203 |

Per language:

| lang | nDCG@10 | Hit@1 |
|---|---|---|
| ar | 0.8886 | 0.8074 |
| de | 0.9098 | 0.8347 |

| PDF | bytes |
|---|---|
| a | 12 |
`;

describe('parseReferences', () => {
  it('reads a table under its caption', () => {
    assert.deepEqual(referenceFor(parseReferences(README), /last turn/), {
      ndcg10: 0.7023,
      recall5: 0.7013,
      recall10: 0.7901,
      recall100: 0.9447,
      mrr10: 0.7082,
      hit1: 0.6203,
    });
  });

  it('reads a row by its label, with the columns that are there', () => {
    assert.deepEqual(referenceFor(parseReferences(README), /Per language/, 'de'), {
      ndcg10: 0.9098,
      hit1: 0.8347,
    });
  });

  it('passes over tables of other things', () => {
    assert.equal(parseReferences(README).length, 3);
    assert.equal(referenceFor(parseReferences(README), /PDF/), undefined);
  });
});
