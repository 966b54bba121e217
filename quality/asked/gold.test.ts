import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CollectionQuestion } from './collection.ts';
import { holdsFacts, holdsGold, showsGold } from './gold.ts';

const QUOTE = 'Annual leave is thirty days a year for all staff.';
const question = (more: Partial<CollectionQuestion> = {}): CollectionQuestion => ({
  ...{ id: 'q', question: 'q', turns: [], kind: 'who', wording: 'near', answerable: true, topic: null },
  gold: [
    { doc: 'a.md', quote: QUOTE },
    { doc: 'b.md', quote: 'Soup is served at noon on Mondays.' },
  ],
  ...{ gold_mode: 'any', must: [] },
  ...more,
});

test('a passage holds a quote of its document, apart from punctuation, or most of it', () => {
  const holds = (text: string, key = 'a.md') => holdsGold(question(), [{ key, text }]);
  assert.ok(holds(`Leave\n\n* annual LEAVE – is thirty\ndays a year for all staff`));
  assert.ok(holds('Annual leave is thirty days a year'), 'most of its trigrams');
  assert.ok(holds('All staff: leave is annual, for thirty days a year'), 'most of its words');
  assert.ok(!holds('Annual reports are for all'));
  assert.ok(!holds(QUOTE, 'b.md'), 'in another document');
});

test('all quotes must be held where the question needs all', () => {
  const [leave, soup] = question().gold.map(({ doc, quote }) => ({ key: doc, text: quote }));
  const all = question({ gold_mode: 'all' });
  assert.deepEqual([holdsGold(all, [leave!]), holdsGold(all, [leave!, soup!])], [false, true]);
  assert.deepEqual(
    [showsGold(all, leave!.text), showsGold(all, `${leave!.text} ${soup!.text}`)],
    [false, true],
  );
  assert.ok(holdsGold(question(), [soup!]));
  assert.ok(showsGold(question(), `It is so. ${QUOTE}`) && !showsGold(question(), 'It is so.'));
});

test('an answer needs each fact, in one of its ways', () => {
  const facts = question({ must: [['thirty', '30'], ['days?\\b']] });
  assert.ok(holdsFacts(facts, '30 DAYS') && !holdsFacts(facts, 'thirty'));
  assert.ok(holdsFacts(question(), ''));
});
