import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type Bench, openBench } from './bench.ts';
import { CHAPTERS } from './chapters.ts';
import { type Chapter, fieldsIn } from './row.ts';
import { type Statement, statementsIn } from './statements.ts';

/**
 * Every sentence of the two documents that say what the service is, and what must happen if it is true; against the
 * program itself, over its sockets.
 */

const DOCUMENTS = {
  'service-interface.md': new URL('../../../shared/spec/service-interface.md', import.meta.url),
  'contract.md': new URL('../../../shared/contract.md', import.meta.url),
} as const;

describe('the service does what is written', { timeout: 900_000 }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench[Symbol.asyncDispose]());

  for (const { document, section, rows } of CHAPTERS) {
    describe(`${document} › ${section || 'introduction'}`, () => {
      for (const row of rows) {
        if (row.kind === 'silent' || row.kind === 'held by another') continue;
        const name = row.says.join(' … ');
        if (row.kind === 'later') it.skip(`${name} — LATER: ${row.reason}`);
        else it(name, () => row.check(bench, fieldsIn(name)));
      }
    });
  }
});

describe('the rows', () => {
  it('leave what they do not hold themselves to rows that do', () => {
    const rows = CHAPTERS.flatMap((chapter) => chapter.rows);
    const held = rows.flatMap((row) => (row.kind === 'held' ? row.says : []));
    const left = rows.flatMap((row) => (row.kind === 'held by another' ? row.by : []));
    assert.deepEqual(
      left.filter((by) => !held.some((says) => says.includes(by))),
      [],
    );
  });

  for (const [document, url] of Object.entries(DOCUMENTS)) {
    const skip = existsSync(url) ? false : `SKIPPED: ${document} is not here`;
    const chapters = CHAPTERS.filter((chapter) => chapter.document === document);

    it(`quote ${document} as it stands`, { skip }, () => {
      const statements = statementsIn(readFileSync(url, 'utf8'));
      const unknown = chapters.flatMap((chapter) =>
        quotesOf(chapter).filter((quote) => !statements.some((said) => isQuoted(said, quote, chapter))),
      );
      assert.deepEqual(unknown, []);
    });

    it(`leave no sentence of ${document} out`, { skip }, (t) => {
      const statements = statementsIn(readFileSync(url, 'utf8'));
      const missing = statements.filter(
        (said) =>
          !said.isOpen &&
          !chapters.some((chapter) => quotesOf(chapter).some((quote) => isQuoted(said, quote, chapter))),
      );
      for (const line of coverage(statements, chapters)) t.diagnostic(line);
      assert.deepEqual(
        missing.map(({ section, text }) => `${section}: ${text}`),
        [],
      );
    });
  }
});

function quotesOf({ rows }: Chapter): string[] {
  return rows.flatMap(({ says }) => says);
}

function isQuoted({ section, text }: Statement, quote: string, chapter: Chapter): boolean {
  return section === chapter.section && text.includes(quote);
}

/** A line a section: how much it says, and how much of that is held. */
function coverage(statements: readonly Statement[], chapters: readonly Chapter[]): string[] {
  return chapters.map(({ document, section, rows }) => {
    const said = statements.filter((statement) => statement.section === section && !statement.isOpen);
    const count = (kind: string) => rows.filter((row) => row.kind === kind).length;
    const later = count('later') > 0 ? `, ${count('later')} later` : '';
    return `${document} › ${section || 'introduction'}: ${said.length} sentences, ${count('held')} rows${later}`;
  });
}
