import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceParts } from './evidence-parts.ts';
import { endOf, type Holding, hasExpired } from './expiry.ts';

test('evidence is the quotations with what stands next to them', () => {
  const [before, between, behind] = ['before '.repeat(100), 'between '.repeat(100), 'behind '.repeat(100)];
  const quotes = ['The first.', 'The second.'];
  const text = `${before}${quotes[0]} ${between}${quotes[1]} ${behind}`;
  const places = quotes.map((quote) => {
    const start = 50 + text.indexOf(quote);
    return { start, end: start + quote.length };
  });
  const parts = evidenceParts({ from: 50, text }, { start: 50, end: 50 + text.length, quotes: places });
  assert.deepEqual(
    parts.map(({ role }) => role),
    ['passage', 'quote', 'passage', 'quote', 'passage'],
  );
  assert.deepEqual(
    parts.filter(({ role }) => role === 'quote').map((part) => part.text),
    quotes,
  );
  assert.ok(parts.every(({ text }) => text.length < 500));
  assert.match(parts[0]!.text, /^ … before .*before $/);
  assert.match(parts[2]!.text, /between … between/);
  assert.match(parts[4]!.text, /^ behind .*behind … $/);
});

test('evidence without a quotation is the whole passage', () => {
  const text = 'word '.repeat(500);
  const [only, ...others] = evidenceParts({ from: 0, text }, { start: 0, end: text.length, quotes: [] });
  assert.deepEqual([only?.text, others], [text, []]);
});

test('an approval ends at the begin of a day here: after months, or on a date', () => {
  const now = new Date('2026-11-30T09:30');
  const cases: readonly (readonly [Holding, string, string])[] = [
    ['3', '', '2027-02-28T00:00'],
    ['6', '', '2027-05-30T00:00'],
    ['12', '2027-01-01', '2027-11-30T00:00'],
    ['date', '2027-03-12', '2027-03-12T00:00'],
  ];
  for (const [holds, until, end] of cases)
    assert.equal(endOf({ holds, until }, now), new Date(end).toISOString());
});

test('an approval has no end, or the default, or what the server refuses where no date is given', () => {
  const now = new Date();
  assert.equal(endOf({ holds: 'never', until: '2027-03-12' }, now), null);
  assert.equal(endOf({ holds: 'default', until: '2027-03-12' }, now), undefined);
  assert.equal(endOf({ holds: 'date', until: '' }, now), '');
});

test('expired is what was approved until a time that is over, and not what only rests on a change', () => {
  const expires_at = '2026-11-22T00:00:00.000Z';
  const after = Date.parse(expires_at) + 1;
  const entry = { status: 'pending', stale: true, doc_id: null, expires_at } as const;
  assert.equal(hasExpired(entry, after), true);
  assert.equal(hasExpired(entry, after - 2), false);
  assert.equal(hasExpired({ ...entry, expires_at: null }, after), false);
  assert.equal(hasExpired({ ...entry, stale: false }, after), false);
  assert.equal(hasExpired({ ...entry, status: 'rejected' }, after), false);
});
