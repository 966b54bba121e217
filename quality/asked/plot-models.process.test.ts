import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../test/temporary-folder.ts';

const SCRIPT = new URL('plot-models.ts', import.meta.url).pathname;

const lineOf = (model: string, more: object = {}) =>
  JSON.stringify({
    ...{ model, cost_usd: null },
    all: {
      ...{ answerable: 240, facts: 0.5, refused: 0.1, citations: 0.9, supported: 0.8 },
      ...{ by_rules: { supported: 0.8 }, judgement: { calls: 0 } },
      ...{ prompt_tokens: 5_000, completion_tokens: 80, p50_ms: 900, ...more },
    },
  });

function run(printed: string) {
  const folder = temporaryFolder();
  const file = join(folder, 'printed.txt');
  writeFileSync(file, printed);
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, file, '--out', folder], {
    encoding: 'utf8',
  });
  const written = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { status, stderr, written };
}

describe('Comparing language models', () => {
  it('writes a table and a plot of what was printed, the last line of each model', () => {
    const printed = [
      'what a model is given  questions',
      lineOf('house/slow', { facts: 0.1 }),
      '',
      lineOf('house/slow', { facts: 0.75, p50_ms: 2_000 }),
      lineOf('a<b|c&d'),
      lineOf('house/slow', { supported: 0.95, judgement: { calls: 0.4 }, p50_ms: 2_400 }),
    ];
    const { status, stderr, written } = run(printed.join('\n'));
    assert.equal(status, 0, stderr);
    const rows = written('models.md')
      .match(/^\| .*/gm)!
      .slice(1);
    assert.deepEqual(
      rows.map((row) => row.split(/ (?<!\\)\| /).slice(0, 3)),
      [
        ['| house/slow', '240', '.7500'],
        ['| a&lt;b\\|c&amp;d', '240', '.5000'],
        ['| house/slow, VERIFY_WITH_MODEL', '240', '.5000'],
      ],
    );
    assert.match(rows[2]!, /\.8000 \| \.9500 \| 5080 \| 2400 \| {2}\|$/);
    const plot = written('images/models.svg');
    const points = [...plot.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    assert.equal(points.length, 3);
    const [slow, fast, verified] = points as [number[], number[], number[]];
    assert.ok(slow[0]! > fast[0]! && verified[0]! > slow[0]!, 'slower is further right');
    assert.ok(slow[1]! < fast[1]! && fast[1] === verified[1], 'better is higher');
    for (const [x, y] of points) assert.ok(x! >= 60 && x! <= 520 && y! >= 20 && y! <= 370);
    assert.match(plot, />a&lt;b\|c&amp;d</);
  });

  it('writes nothing where no model was measured', () => {
    const { status, stderr, written } = run('{"lines": []}\n');
    assert.equal(status, 1);
    assert.match(stderr, /^Cannot compare models as .* has no line of one\.$/m);
    assert.throws(() => written('models.md'), { code: 'ENOENT' });
  });
});
