import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { INGEST_ERRORS } from '../../errors.ts';
import { INTERNAL_ERROR, PROBLEMS } from './problem-table.ts';

for (const file of ['errors.md', 'errors.de.md']) {
  const page = readFileSync(new URL(`../../../docs/reference/${file}`, import.meta.url), 'utf8');
  const [, requests, ingests] = page.split(/^## /m) as [string, string, string];

  describe(`docs/reference/${file}`, () => {
    it('explains every problem under its status, each with a place to link to, and no other', () => {
      const rows = [
        ...requests.matchAll(/^\| <a id="(\w+)"><\/a>`(\w+)` \| (\d+) \| \S.*\S \| \S.*\S \|$/gm),
      ];
      const documented = rows.map(([, anchor, code, status]) => {
        assert.equal(anchor, code);
        return [code, Number(status)] as const;
      });
      const known = Object.entries(PROBLEMS).map(([code, { status }]) => [code, status] as const);
      assert.deepEqual(
        Object.fromEntries(documented),
        Object.fromEntries([...known, [INTERNAL_ERROR.code, INTERNAL_ERROR.status]]),
      );
    });

    it('explains every reason of a failed ingest, and no other', () => {
      const documented = [...ingests.matchAll(/^\| `(\w+)` \| \S.*\S \| \S.*\S \|$/gm)].map((row) => row[1]);
      assert.deepEqual(documented.toSorted(), Object.keys(INGEST_ERRORS).toSorted());
    });
  });
}
