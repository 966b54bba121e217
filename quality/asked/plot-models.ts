import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { share } from '../table.ts';

/** What is read of a line that `npm run eval -- --sets asked --context` prints for a model. */
interface ModelLine {
  readonly model: string;
  readonly cost_usd: number | null;
  readonly all: {
    readonly answerable: number;
    readonly facts: number;
    readonly refused: number;
    readonly citations: number;
    readonly supported: number;
    readonly by_rules: { readonly supported: number };
    readonly judgement: { readonly calls: number };
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly p50_ms: number;
  };
}

/** Of the plot, in pixels. */
const WIDTH = 720;
const HEIGHT = 420;
const EDGE = { left: 60, right: 200, top: 20, bottom: 50 };

const USAGE = `node quality/asked/plot-models.ts FILE [--out FOLDER]

Compares language models: reads the lines of JSON in the output of "npm run eval -- --sets asked --context", one for each run, and writes FOLDER/models.md and FOLDER/images/models.svg. FOLDER is docs/evaluation by default. Of several lines of a model the last counts.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: 'docs/evaluation' }, help: { type: 'boolean', default: false } },
});
const [file] = positionals;
if (values.help || file === undefined) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('{"model"'));
if (lines.length === 0) {
  console.error(`Cannot compare models as ${file} has no line of one.`);
  process.exit(1);
}
const models = [
  ...new Map(lines.map((line) => JSON.parse(line) as ModelLine).map((each) => [nameOf(each), each])).values(),
].sort((a, b) => b.all.facts - a.all.facts);
mkdirSync(join(values.out, 'images'), { recursive: true });
writeFileSync(join(values.out, 'models.md'), page(models));
writeFileSync(join(values.out, 'images', 'models.svg'), plot(models));

function nameOf({ model, all }: ModelLine): string {
  return all.judgement.calls > 0 ? `${model}, VERIFY_WITH_MODEL` : model;
}

function page(models: readonly ModelLine[]): string {
  const head =
    '| model | questions | facts | refused | citations hold | supported by the check | supported | tokens | p50 ms | cost in USD |';
  const rows = models.map((each) => {
    const { answerable, facts, refused, citations, supported, by_rules, ...all } = each.all;
    const shares = [facts, refused, citations, by_rules.supported, supported].map(share);
    const tokens = (all.prompt_tokens + all.completion_tokens).toFixed(0);
    const cells = [answerable, ...shares, tokens, all.p50_ms.toFixed(0), each.cost_usd?.toFixed(2) ?? ''];
    return `| ${[escaped(nameOf(each)).replaceAll('|', '\\|'), ...cells].join(' | ')} |`;
  });
  return `# Language models compared

Written by \`node quality/asked/plot-models.ts\`; [compare-models.md](compare-models.md) explains the columns.

${[head, `|${'---|'.repeat(10)}`, ...rows].join('\n')}

![Facts held against the median time of an answer](images/models.svg)
`;
}

/** Facts held against the median time, a point a model. */
function plot(models: readonly ModelLine[]): string {
  const msMax = roundedUp(Math.max(...models.map(({ all }) => all.p50_ms), 1));
  const x = (ms: number) => EDGE.left + (ms / msMax) * (WIDTH - EDGE.left - EDGE.right);
  const y = (facts: number) => HEIGHT - EDGE.bottom - facts * (HEIGHT - EDGE.top - EDGE.bottom);
  const at = (value: number) => value.toFixed(1);
  const label = (left: number, top: number, words: string, anchor = 'middle') =>
    `<text x="${at(left)}" y="${at(top)}" text-anchor="${anchor}">${escaped(words)}</text>`;
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => [
    `<path d="M${x(0)} ${at(y(part))}H${x(msMax)}" stroke="#ddd"/>`,
    label(x(0) - 8, y(part) + 4, part.toFixed(2), 'end'),
    label(x(part * msMax), y(0) + 18, String(Math.round(part * msMax))),
  ]);
  const points = models.map((each) => {
    const [left, top] = [x(each.all.p50_ms), y(each.all.facts)];
    return `<circle cx="${at(left)}" cy="${at(top)}" r="5" fill="#2563eb"/>${label(left + 9, top + 4, nameOf(each), 'start')}`;
  });
  const titles = [
    label((x(0) + x(msMax)) / 2, HEIGHT - 12, 'median ms of an answer'),
    label(12, 14, 'facts', 'start'),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${[...grid, ...titles, ...points].join('\n')}
</svg>
`;
}

/** To one, two or five times a power of ten. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((times) => times * power).find((bound) => bound >= value)!;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
