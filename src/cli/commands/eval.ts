import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ChatAnswer } from '@docent-server/client';
import papaparse from 'papaparse';
import { type Context, EXIT, type ExitCode, type Options, type OutputOptions } from '../context.ts';
import { patiently } from '../patience.ts';
import { oneLine } from '../terminal.ts';

/** A row of the file. Without `answer` and `document`, a refusal is right. */
interface Case {
  readonly question: string;
  /** Text that the answer must contain. */
  readonly answer: string;
  /** Id or title of a document that must be cited. */
  readonly document: string;
}

const COLUMNS = ['question', 'answer', 'document'] as const;

/** `docent eval`: asks each question in a conversation of its own, and prints whether the answer is right. */
export async function evalCommand(
  file: string,
  { min, mode, json, quiet }: OutputOptions & Options<'mode'> & { readonly min?: number | undefined },
  { client, terminal, cwd, signal }: Context,
): Promise<ExitCode> {
  const cases = casesOf(await readFile(resolve(cwd, file), 'utf8'), file);
  let right = 0;
  for (const asked of cases) {
    const body = { question: asked.question, ...(mode && { mode }) };
    const reply = await patiently(() => client.post('/api/v1/chat', { body }), { signal });
    const fault = faultOf(reply, asked);
    if (fault === undefined) right += 1;
    if (json) terminal.write(`${JSON.stringify({ ...asked, right: fault === undefined, fault, reply })}\n`);
    else if (fault !== undefined) terminal.write(`wrong  ${oneLine(`${asked.question}: ${fault}`)}\n`);
    else if (!quiet) terminal.write(`right  ${oneLine(asked.question)}\n`);
  }
  const share = right / cases.length;
  if (!json) terminal.write(`${right} of ${cases.length} right (${Math.round(share * 100)} %)\n`);
  return min !== undefined && share < min ? EXIT.failed : EXIT.ok;
}

/** @throws {Error} When the file has no questions. */
function casesOf(csv: string, file: string): Case[] {
  const { data, meta } = papaparse.parse<Partial<Case>>(csv.replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: true,
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  const columns = meta.fields ?? [];
  if (!columns.includes('question'))
    throw new Error(`Cannot read questions from ${file} as it must be CSV with a column named question.`);
  // Else each answer would count as wrong.
  if (!columns.includes('answer') && !columns.includes('document'))
    throw new Error(`Cannot check answers as ${file} must have a column named answer or document.`);
  const cases = data
    .map(
      (row) =>
        Object.fromEntries(COLUMNS.map((column) => [column, row[column]?.trim() ?? ''])) as unknown as Case,
    )
    .filter(({ question }) => question !== '');
  if (cases.length === 0) throw new Error(`There is no question in ${file}.`);
  return cases;
}

/** Why the answer is wrong; undefined when it is right. */
function faultOf({ answer, sources, meta }: ChatAnswer, expected: Case): string | undefined {
  const isRefusalRight = expected.answer === '' && expected.document === '';
  if (meta.refused) return isRefusalRight ? undefined : 'no answer';
  if (isRefusalRight) return `answered: ${answer}`;
  if (!plain(answer).includes(plain(expected.answer))) return `said: ${answer}`;
  const isCited = sources.some(
    ({ doc_id, label }) => doc_id === expected.document || plain(label).startsWith(plain(expected.document)),
  );
  const cited = sources.map(({ doc_id }) => doc_id).join(', ');
  return isCited ? undefined : `cited: ${cited || 'nothing'}`;
}

/** Without what writing the same differs in. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
