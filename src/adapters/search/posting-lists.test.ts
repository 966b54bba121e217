import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PostingLists } from './posting-lists.ts';

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('append' as const), list: fc.nat(4), times: fc.nat(90) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('filter' as const),
      list: fc.nat(5),
      modulus: fc.integer({ min: 1, max: 4 }),
    }),
  },
);

test('holds what was appended and not filtered out, in order, as plain arrays do', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const lists = new PostingLists();
      const plain: number[][] = Array.from({ length: 6 }, () => []);
      let entry = 2 ** 32 - 1;
      for (const { list, ...operation } of steps) {
        if (operation.kind === 'append') {
          for (let i = 0; i < operation.times; i++) {
            lists.append(list, entry);
            plain[list]!.push(entry--);
          }
        } else {
          const keeps = (value: number) => value % operation.modulus !== 0;
          lists.filter(list, keeps);
          plain[list] = plain[list]!.filter(keeps);
        }
        for (const [i, expected] of plain.entries()) {
          assert.deepEqual(entriesOf(lists, i), expected);
          assert.equal(lists.length(i), expected.length);
        }
      }
    }),
  );
});

test('a long list spans pages', () => {
  const lists = new PostingLists();
  const expected = Array.from({ length: 200_000 }, (_, i) => i);
  for (const entry of expected) lists.append(3_000, entry);
  assert.deepEqual(entriesOf(lists, 3_000), expected);
  assert.equal(lists.length(9_000), 0);
});

function entriesOf(lists: PostingLists, list: number): number[] {
  const entries: number[] = [];
  lists.forEachRun(list, (page, from, to) => entries.push(...page.subarray(from, to)));
  return entries;
}
