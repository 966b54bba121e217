import { basename } from 'node:path';
import { splitSentences } from '../src/text/sentences.ts';
import type { Paragraph } from './edit-context.ts';
import { hasTable, readJsonLines, readJudgments } from './json-lines.ts';
import { setFolders } from './set-folders.ts';

interface CorpusRow {
  readonly _id: string;
  readonly text: string;
  readonly lang: string;
}

interface QueryRow {
  readonly _id: string;
  readonly lang: string;
  readonly answers: readonly string[];
  readonly answer_start: readonly number[];
}

/**
 * The paragraphs of the set `xquad…` below `root`, the same in each language; none without one. An answer is a name when its English
 * version is one, so that languages without capitals have names, too.
 */
export function readParallelParagraphs(root: string): Paragraph[] {
  const [set] = setFolders(root, (folder) => {
    return basename(folder).startsWith('xquad') && hasTable(folder, 'queries.jsonl');
  });
  if (!set) return [];
  const { folder } = set;
  const judgments = readJudgments(folder, 'qrels');
  const queries = readJsonLines<QueryRow>(folder, 'queries') ?? [];
  const named = new Set(
    queries
      .filter(({ lang, answers }) => lang === 'en' && NAME.test(answers[0] ?? ''))
      .map(({ _id }) => _id.replace(/@.*/, '')),
  );
  const namesOf = new Map<string, { text: string; start: number }[]>();
  for (const { _id, answers, answer_start } of queries) {
    const document = judgments.get(_id)?.keys().next().value;
    if (!document || !named.has(_id.replace(/@.*/, ''))) continue;
    const names = namesOf.get(document) ?? [];
    names.push({ text: answers[0]!, start: answer_start[0]! });
    namesOf.set(document, names);
  }
  return (readJsonLines<CorpusRow>(folder, 'corpus') ?? []).map(({ _id, text, lang }) => ({
    id: _id,
    article: _id.replace(/_\d+@.*$/, ''),
    language: lang,
    text,
    sentences: splitSentences(text),
    names: (namesOf.get(_id) ?? []).filter(({ text: name, start }) => text.startsWith(name, start)),
  }));
}

/** Capitalised words, joined by lower-case ones at most: `Denver Broncos`, `University of Chicago`. */
const NAME =
  /^(?!(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Twenty|Many|Most|All|None|No|Yes)$)(?:the |The )?\p{Lu}[\p{L}.'’-]+(?: (?:of |the |de |van |von |and )?\p{Lu}[\p{L}.'’-]+){0,4}$/u;
