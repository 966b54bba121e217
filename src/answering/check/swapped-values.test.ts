import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { processorMs } from '../../../test/processor-time.ts';
import { splitSentences } from '../../text/sentences.ts';
import { readClaim } from './claim.ts';
import { evidenceOf } from './evidence.ts';
import { verifyClaim } from './verify-sentence.ts';

function verify(claim: string, text: string, language = 'en') {
  const sentences = splitSentences(text, { layout: 'document' });
  return verifyClaim(readClaim(claim), evidenceOf({ text, language, sentences, heading: '' }));
}

const CELLS = 'Paid weeks: 10 | Notice: 4 weeks';
const ROWS =
  'Role | Notice | Leave\n\nRole: Engineer | Notice: 4 weeks | Leave: 25 days\nRole: Manager | Notice: 8 weeks | Leave: 30 days';
const LINES = 'Opened: 3 May 2019\nClosed: 7 June 2021';
const PLANS = 'Basic plan: 5 GB. Pro plan: 50 GB.';
const LEADS = 'Alice leads Sales and Bob leads Support.';
const CITIES = 'In Berlin, staff get 28 days of leave. In Munich, staff get 30 days of leave.';
const LEAVE = 'Employees accrue leave at 2 days per month, up to 25 days per year.';
const PROSE = 'Managers have a notice period of three months. Interns have a notice period of five days.';
const NOTICE = 'Role: Managers | Notice period: 3 months\nRole: Interns | Notice period: 5 days';
const GERMAN = 'Kündigungsfrist: 4 Wochen | Probezeit: 6 Wochen';
const FRENCH = 'Formule Basique : 5 Go. Formule Pro : 50 Go.';
const JAPANESE = '基本プラン：5GB。上級プラン：50GB。';

describe('a value of something else', () => {
  const SWAPPED: readonly (readonly [text: string, claim: string, language?: string])[] = [
    [CELLS, 'The notice is 10 weeks.'],
    [CELLS, 'There are 4 paid weeks.'],
    [ROWS, 'Managers have a notice of 4 weeks.'],
    [ROWS, 'Engineers get 30 days of leave.'],
    [LINES, 'It opened on 7 June 2021.'],
    [PLANS, 'The basic plan has 50 GB.'],
    [LEADS, 'Bob leads Sales.'],
    [CITIES, 'Staff get 30 days of leave in Berlin.'],
    [LEAVE, 'Employees accrue 25 days per month.'],
    [PROSE, 'The notice period of interns is three months.'],
    [NOTICE, 'The notice period of interns is three months.'],
    [GERMAN, 'Die Kündigungsfrist beträgt 6 Wochen.', 'de'],
    [FRENCH, 'La formule Basique offre 50 Go.', 'fr'],
    [JAPANESE, '基本プランは50GBです。', 'ja'],
  ];
  for (const [text, claim, language] of SWAPPED)
    it(`is not supported: ${claim}`, () => {
      const { verdict, alarms } = verify(claim, text, language);
      assert.equal(verdict, 'partial');
      assert.ok(alarms.every(({ kind }) => kind === 'moved'));
    });
});

describe('a value of what it is said of', () => {
  const RIGHT: readonly (readonly [text: string, claim: string, language?: string])[] = [
    [CELLS, 'The notice is 4 weeks.'],
    [CELLS, '10 weeks are paid, and the notice is 4 weeks.'],
    [ROWS, 'Managers have a notice of 8 weeks.'],
    [ROWS, 'An engineer has 25 days of leave and 4 weeks of notice.'],
    [LINES, 'It closed in June 2021.'],
    [PLANS, 'The basic plan has 5 GB and the pro plan 50 GB.'],
    [LEADS, 'Alice and Bob lead Sales and Support.'],
    [CITIES, 'Staff get 28 days of leave in Berlin.'],
    [LEAVE, 'Employees get at most 25 days of leave.'],
    [PROSE, 'The notice period of interns is five days.'],
    [NOTICE, 'The notice period of managers is three months, and that of interns five days.'],
    [GERMAN, 'Die Kündigungsfrist beträgt 4 Wochen.', 'de'],
    [FRENCH, 'La formule Pro offre 50 Go.', 'fr'],
    [JAPANESE, '基本プランは5GBです。', 'ja'],
  ];
  for (const [text, claim, language] of RIGHT)
    it(`is supported: ${claim}`, () => assert.equal(verify(claim, text, language).verdict, 'supported'));
});

it('a table of 500 rows is compared in well under a second', async () => {
  const rows = Array.from(
    { length: 500 },
    (_, i) => `Role: Grade ${i} | Notice: ${i} weeks | Leave: 25 days`,
  );
  const tookMs = await processorMs(() =>
    verify('Managers of a grade have 25 days of notice and leave.', rows.join('\n')),
  );
  assert.ok(tookMs < 1_000, `${tookMs} ms`);
});
