import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inParallel } from '../../src/concurrency/in-parallel.ts';
import { signed, table } from '../table.ts';
import { figuresOf, lossOf, publicLosses, type SetFigures } from './figures.ts';
import { RULES, TOGETHER } from './rules.ts';

/** Everyday questions and one set of each other kind. */
const SETS =
  'asked,redis-docs,squad-a,mtrag-a,covidqa-a,policyqa-dev,rgb-en-fact,cranfield,xquad-a,financebench';
const NO_RULE = '';

export interface AblationOptions {
  /** The folder of test data. */
  readonly data: string;
  /** Names of sets, separated by commas; `all` stands for one set of each kind. */
  readonly sets: string;
  /** Maximum questions of a line. */
  readonly limit: string;
  /** Names of rules, separated by commas; `a+b` leaves out both. All, each alone, unless given. */
  readonly rules?: string | undefined;
  /** Processes at once. */
  readonly jobs: number;
  /** A file that keeps what was measured: an interrupted run continues there. */
  readonly results?: string | undefined;
}

/**
 * Leaves out one rule, table or weight after the other. Positive figures are losses: the rule helps. Everyday questions
 * are counted; the public sets' figures are means, with the set that loses most.
 *
 * @returns The table, a line for each rule.
 */
export async function ablate(options: AblationOptions): Promise<string> {
  const rules = options.rules?.split(',') ?? RULES.map(({ name }) => name);
  const unknown = rules
    .flatMap((name) => name.split(TOGETHER))
    .filter((name) => !RULES.some((of) => of.name === name));
  if (unknown.length > 0) throw new Error(`No such rule: ${unknown.join(', ')}`);
  const measured = await earlierResults(options.results);
  const left = [NO_RULE, ...rules].filter((name) => !measured.has(name));
  await inParallel(left, options.jobs, async (name) => {
    const figures = await measureWithout(name, options);
    measured.set(name, figures);
    if (options.results) await appendFile(options.results, `${JSON.stringify({ name, figures })}\n`);
    process.stderr.write(`${measured.size} of ${rules.length + 1}: ${name || 'all rules'}\n`);
  });
  return render(rules, measured);
}

async function earlierResults(results: string | undefined): Promise<Map<string, SetFigures>> {
  if (!results || !existsSync(results)) return new Map();
  const lines = (await readFile(results, 'utf8')).split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => JSON.parse(line)).map(({ name, figures }) => [name, figures]));
}

async function measureWithout(name: string, { data, sets, limit }: AblationOptions): Promise<SetFigures> {
  const here = (file: string) => new URL(file, import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...['--import', here('./switch-off.ts'), here('../eval.ts'), '--json'],
      ...['--data', data, '--sets', sets === 'all' ? SETS : sets, '--limit', limit],
      ...['--only', 'retrieval,followups,answers,abstention,asked'],
    ],
    { env: { ...process.env, WITHOUT_RULES: name }, maxBuffer: 256 * 1024 * 1024 },
  );
  return figuresOf(JSON.parse(stdout));
}

function render(rules: readonly string[], measured: ReadonlyMap<string, SetFigures>): string {
  const base = measured.get(NO_RULE)!;
  const asked = ['first', 'in five', 'facts', 'on screen', 'wrong', 'unanswerable'];
  const kinds = publicLosses(base, base).map(({ kind }) => kind);
  const header = ['lost without', ...asked, ...kinds, 'most'];
  const rows = rules.map((name) => {
    const without = measured.get(name)!;
    const losses = publicLosses(base, without);
    const most = losses.map((of) => of.most).sort((a, b) => b.loss - a.loss)[0];
    return [
      name,
      ...asked.map((figure) => String(lossOf(base, without, `asked ${figure}`))),
      ...losses.map(({ mean }) => signed(mean)),
      most && most.loss > 0 ? `${most.name} ${signed(most.loss)}` : '–',
    ];
  });
  return table([header, ...rows]);
}
