import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FinishReason } from '../../../ports/language-model.ts';
import { createReasoningFilters } from './reasoning-filter.ts';

const CUTS = [1, 2, 7, 1_000];

describe('a filter of reasoning', () => {
  for (const [text, answer] of [
    ['<think>\nHm.\n</think>\n\nYes.', 'Yes.'],
    ['\n[THINK]Hm.[/THINK]Yes.', 'Yes.'],
    ['Hm.\n</think>\n\nYes [1].', 'Yes [1].'],
    ['Hm, <b> and [2].\nSo:\n  </thinking> Yes.', 'Yes.'],
    ['</think>\n\nYes.', 'Yes.'],
    ['Hm.</think>\nYes.', 'Yes.'],
    ['Hm.[/THINK] \nYes.', 'Yes.'],
    // They are what the answer is about.
    ['The tag </think> ends the thoughts.', 'The tag </think> ends the thoughts.'],
    ['`</think>`\nends the thoughts.', '`</think>`\nends the thoughts.'],
    ['So:\n```\n<think>\nHm.\n</think>\n```\nYes.', 'So:\n```\n<think>\nHm.\n</think>\n```\nYes.'],
    ['[1] Yes, a < b', '[1] Yes, a < b'],
    ['Yes.\n<', 'Yes.\n<'],
  ] as const) {
    it(`reads ${JSON.stringify(answer)} in ${JSON.stringify(text)}`, () => {
      for (const units of CUTS)
        assert.equal(read(createReasoningFilters()(), text, { units }).answer.trim(), answer);
    });
  }

  it('passes text on as it comes', () => {
    const { read } = createReasoningFilters()();
    assert.deepEqual(read('Yes, '), { text: 'Yes, ', isRestart: false });
    assert.deepEqual(read('it is <b>open</b>.'), { text: 'it is <b>open</b>.', isRestart: false });
  });

  it('waits for the closing tag once a text of the same model had only that', () => {
    const open = createReasoningFilters();
    assert.equal(read(open(), 'Hm.\n</think>\nYes.').restarts, 1);
    for (const units of CUTS) {
      const { answer, early } = read(open(), 'Hm, once more.\n</think>\nNo.', { units });
      assert.deepEqual([answer.trim(), early], ['No.', '']);
    }
    assert.equal(read(open(), 'Hm, and more', { reason: 'length' }).answer, '', 'reasoning alone');
    assert.equal(read(open(), '<think>Hm.</think>Yes.').answer, 'Yes.');
    assert.equal(read(open(), 'Not thought about.').answer, 'Not thought about.');
    assert.equal(open().read('As it comes').text, 'As it comes');
  });

  it('holds no more than a bounded text back', () => {
    const open = createReasoningFilters();
    read(open(), 'Hm.\n</think>\nYes.');
    const { read: next } = open();
    let text = '';
    for (let i = 0; i < 300 && text === ''; i++) text += next('x'.repeat(1_000)).text;
    assert.ok(text.length > 0);
  });
});

/** `early`: what came before the last restart. */
function read(
  filter: ReturnType<ReturnType<typeof createReasoningFilters>>,
  text: string,
  { units = 3, reason = 'stop' }: { units?: number; reason?: FinishReason } = {},
) {
  let [answer, early, restarts] = ['', '', 0];
  for (let at = 0; at < text.length; at += units) {
    const { text: part, isRestart } = filter.read(text.slice(at, at + units));
    if (isRestart) {
      restarts++;
      early += answer;
      answer = '';
    }
    answer += part;
  }
  return { answer: answer + filter.end(reason), early, restarts };
}
