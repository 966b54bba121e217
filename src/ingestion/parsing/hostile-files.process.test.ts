import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ARCHIVE_BOMBS, type Hostile } from '../../../test/bombs.ts';
import { OFFICE_TRICKS } from '../../../test/office-tricks.ts';
import { processorMs } from '../../../test/processor-time.ts';
import { IngestFailure } from '../../errors.ts';
import { formatOf } from './formats.ts';
import { parseFile } from './parse-file.ts';

const RECIPES = new URL('../../../../shared/data/dev/hostile/bombs/recipes.jsonl', import.meta.url);
const SKIP = existsSync(RECIPES) ? false : `${RECIPES.pathname} is not here: the public recipes are needed`;

const MB = 2 ** 20;
const EXTRA_MEMORY_MAX = 200 * MB;
const DURATION_MAX_MS = 5_000;

const recipes = SKIP
  ? []
  : readFileSync(RECIPES, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { name: string }).name)
      .filter((name) => /^(?:zip|docx|xlsx)-/.test(name));

test('the public recipes of archives are all made here', { skip: SKIP }, () => {
  assert.deepEqual(recipes.toSorted(), Object.keys(ARCHIVE_BOMBS).toSorted());
});

for (const [recipe, make] of Object.entries({ ...ARCHIVE_BOMBS, ...OFFICE_TRICKS })) {
  test(`${recipe} ends in time and in little memory`, async () => {
    for (const hostile of make()) {
      const memoryBefore = process.memoryUsage.rss();
      let outcome = '';
      const tookMs = await processorMs(async () => {
        outcome = await read(hostile);
      });
      assert.ok(tookMs < DURATION_MAX_MS, `${hostile.filename} took ${tookMs} ms`);
      assert.ok(process.memoryUsage.rss() - memoryBefore < EXTRA_MEMORY_MAX, hostile.filename);
      if (typeof hostile.ends === 'string') assert.equal(outcome, hostile.ends, hostile.filename);
      else assert.match(outcome, hostile.ends.text ?? /^$/, hostile.filename);
    }
  });
}

/** The text of the file, or the code with which it is refused. */
async function read({ filename, bytes }: Hostile): Promise<string> {
  const found = formatOf({ filename, mediaType: null, head: bytes.subarray(0, 4096) });
  if ('refusal' in found) return found.refusal.code;
  try {
    const file = { path: 'unused', format: found.format, title: null, filename };
    return (await parseFile(file, bytes)).text;
  } catch (error) {
    if (error instanceof IngestFailure) return error.code;
    throw error;
  }
}
