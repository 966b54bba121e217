import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNumber, numberStyleOf } from './xlsx-number.ts';

test('what a format says of its numbers', () => {
  const cases: [number, string | undefined, string][] = [
    [0, undefined, 'number'],
    [9, undefined, 'percent'],
    [14, undefined, 'date'],
    [20, undefined, 'time'],
    [22, undefined, 'date and time'],
    [46, undefined, 'duration'],
    [164, 'General', 'number'],
    [164, '#,##0.00;[Red]-#,##0.00', 'number'],
    [164, '"days" 0', 'number'],
    [164, '0 \\d\\a\\y\\s', 'number'],
    [164, '[$-409]mmmm\\ d\\,\\ yyyy;@', 'date'],
    [164, 'mmm', 'date'],
    [164, 'mm:ss', 'time'],
    [164, 'd.m.yy h:mm', 'date and time'],
    [164, '[hh]:mm', 'duration'],
    [164, 'yyyy"年"m"月"d"日"', 'date'],
  ];
  for (const [id, code, kind] of cases) assert.equal(numberStyleOf(id, code).kind, kind, code ?? String(id));
});

test('numbers have the digits that were computed, and the signs that are shown', () => {
  assert.equal(formatNumber(0.1 + 0.2, numberStyleOf(0), 1900), '0.3');
  assert.equal(formatNumber(1e21, undefined, 1900), '1e+21');
  assert.equal(formatNumber(12, numberStyleOf(164, '$#,##0'), 1900), '$12');
  assert.equal(formatNumber(12, numberStyleOf(164, '0 "kg"'), 1900), '12 kg');
  assert.equal(formatNumber(0.07, numberStyleOf(9), 1900), '7%');
});

test('days before March 1900 count as Excel does, which takes that year for a leap year', () => {
  const date = numberStyleOf(14);
  assert.equal(formatNumber(1, date, 1900), '1900-01-01');
  assert.equal(formatNumber(59, date, 1900), '1900-02-28');
  assert.equal(formatNumber(61, date, 1900), '1900-03-01');
  assert.equal(formatNumber(0, date, 1904), '1904-01-01');
});

test('what no calendar has stays a number', () => {
  const date = numberStyleOf(14);
  for (const value of [-1, 1e12, 1e300]) assert.equal(formatNumber(value, date, 1900), String(value));
});
