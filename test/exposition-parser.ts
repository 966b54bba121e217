import assert from 'node:assert/strict';

/** What a scraper would read, by series as it is written, such as `docent_answers_total{mode="open",outcome="quoted"}`. */
export type Exposition = ReadonlyMap<string, number>;

const NAME = /^[a-z][a-z0-9_]*$/;
const LABELS = /^(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*$/;
const SAMPLE = /^([a-z0-9_]+?)(_bucket|_sum|_count)?(?:\{(.*)\})? (\S+)$/;
const NUMBER = /^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[+-]Inf|NaN)$/;

/**
 * Reads the text format 0.0.4 of Prometheus, and is stricter than it must be: each metric has its two lines first and
 * stands in one piece, with an empty line to the next at most, no series comes twice, the buckets of a histogram ascend and end in its count.
 *
 * @throws {assert.AssertionError} Naming what is wrong with which line.
 */
export function parseExposition(text: string): Exposition {
  assert.ok(text.endsWith('\n'), 'the last line has no end');
  const series = new Map<string, number>();
  const types = new Map<string, string>();
  let current = '';
  for (const line of text.slice(0, -1).replaceAll('\n\n# HELP', '\n# HELP').split('\n')) {
    const [mark, word, name = '', rest = ''] = /^(#) (HELP|TYPE) (\S+) (.+)$/.exec(line)?.slice(1) ?? [];
    if (mark && word === 'HELP') {
      assert.match(name, NAME);
      assert.ok(!types.has(name), `${name} stands in several pieces`);
      assert.doesNotMatch(rest, /\\[^\\n]/, line);
      current = name;
    } else if (mark) {
      assert.equal(name, current, line);
      assert.match(rest, /^(counter|gauge|histogram)$/);
      assert.equal(rest === 'counter', name.endsWith('_total'), line);
      types.set(name, rest);
    } else addSample(line, { series, name: current, type: types.get(current) });
  }
  for (const [name, type] of types) if (type === 'histogram') checkBuckets(name, series);
  return series;
}

function addSample(
  line: string,
  to: { series: Map<string, number>; name: string; type: string | undefined },
): void {
  const isWhole = to.type === 'counter' || to.type === 'gauge';
  const match = (isWhole ? /^([a-z0-9_]+)()(?:\{(.*)\})? (\S+)$/ : SAMPLE).exec(line);
  assert.ok(match, `not a sample: ${line}`);
  const [, name, suffix = '', labels = '', value = ''] = match;
  assert.equal(name, to.name, line);
  assert.equal(suffix === '', isWhole, line);
  assert.match(labels, LABELS, line);
  assert.match(value, NUMBER, line);
  const key = line.slice(0, line.lastIndexOf(' '));
  assert.ok(!to.series.has(key), `${key} comes twice`);
  to.series.set(key, Number(value.replace('Inf', 'Infinity')));
}

function checkBuckets(name: string, series: Exposition): void {
  const histograms = Map.groupBy(
    [...series].filter(([key]) => key.startsWith(`${name}_bucket{`)),
    ([key]) => key.replace(/(?<=\{)le="[^"]*",?|,le="[^"]*"/, ''),
  );
  for (const [key, buckets] of histograms) {
    const bounds = buckets.map(([bucket]) =>
      Number(/[{,]le="([^"]*)"/.exec(bucket)![1]!.replace('+Inf', 'Infinity')),
    );
    const counts = buckets.map(([, count]) => count);
    assert.deepEqual(
      bounds,
      bounds.toSorted((a, b) => a - b),
      key,
    );
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
      key,
    );
    assert.equal(bounds.at(-1), Number.POSITIVE_INFINITY, key);
    const whole = key.replace('_bucket', '_count').replace('{}', '');
    assert.equal(counts.at(-1), series.get(whole), whole);
  }
}
