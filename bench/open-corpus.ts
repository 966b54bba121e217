/** What a benchmark ingests and asks: real documents from a folder, or an invented corpus. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCorpus } from './corpus.ts';

export interface CorpusFile {
  readonly name: string;
  readonly text: string;
  /** Name of the file that this one is an edited copy of; its own name if it is an original. */
  readonly original: string;
}

export interface CorpusQuestion {
  readonly question: string;
  /** Name of the file to be cited. */
  readonly doc: string;
  /** In the right answer; only of invented documents. */
  readonly fact?: string;
}

export interface Corpus {
  readonly name: string;
  readonly files: readonly CorpusFile[];
  readonly questions: readonly CorpusQuestion[];
}

const PUBLIC_SET = fileURLToPath(new URL('../../shared/data/dev/bench', import.meta.url));
const INVENTED_DOCUMENTS = 2_000;

/** For `parseArgs`. */
export const CORPUS_OPTIONS = {
  corpus: { type: 'string' },
  invented: { type: 'boolean', default: false },
  documents: { type: 'string' },
} as const;

/**
 * @param options.corpus A folder with text files in `docs/` and with `questions.jsonl`, whose lines are
 *   `{"question", "doc"}`. Default: the public set beside the repository; without it, or if `invented`, an invented corpus.
 * @param options.documents Number of documents. Those of a folder are repeated with edits if there are fewer; if there
 *   are more, only questions about the chosen ones are asked. Default: all of the folder, or 2,000 invented ones.
 */
export async function openCorpus(options: {
  corpus?: string | undefined;
  invented: boolean;
  documents?: string | undefined;
}): Promise<Corpus> {
  const count = options.documents === undefined ? undefined : Number(options.documents);
  const folder = options.corpus ?? (existsSync(PUBLIC_SET) ? PUBLIC_SET : undefined);
  return options.invented || folder === undefined
    ? inventedCorpus(count ?? INVENTED_DOCUMENTS)
    : readCorpus(resolve(folder), count);
}

function inventedCorpus(count: number): Corpus {
  const documents = makeCorpus(count);
  return {
    name: 'an invented corpus',
    files: documents.map(({ name, text }) => ({ name, text, original: name })),
    questions: documents.map(({ name, question, fact }) => ({ question, doc: name, fact })),
  };
}

async function readCorpus(folder: string, count: number | undefined): Promise<Corpus> {
  const names = (await readdir(join(folder, 'docs'))).sort().slice(0, count);
  const read = names.map(async (name) => ({
    ...{ name, original: name },
    text: await readFile(join(folder, 'docs', name), 'utf8'),
  }));
  const originals = await Promise.all(read);
  const files = Array.from({ length: count ?? names.length }, (_, n) =>
    copyOf(originals[n % originals.length]!, Math.floor(n / originals.length)),
  );
  const lines = (await readFile(join(folder, 'questions.jsonl'), 'utf8')).split('\n').filter(Boolean);
  const questions = lines
    .map((line) => JSON.parse(line) as CorpusQuestion)
    .filter(({ doc }) => names.includes(doc));
  if (questions.length === 0)
    throw new Error(`${folder} has no question about its ${names.length} documents`);
  return { name: basename(folder), files, questions };
}

/** The first copy is the file itself. The others have other numbers, and a line more. */
function copyOf({ name, text, original }: CorpusFile, copy: number): CorpusFile {
  if (copy === 0) return { name, text, original };
  const edited = text.replace(/\b\d{1,9}\b/g, (digits) => String(Number(digits) + copy));
  return { name: `${copy}-${name}`, text: `${edited}\n\nThis is edition ${copy + 1}.\n`, original };
}
