import { basename } from 'node:path';
import type { AskedQuestion, UnanswerableQuestions } from './evaluation-set.ts';
import { hasTable, readJsonLines } from './json-lines.ts';
import { sample } from './sample.ts';
import { setFolders } from './set-folders.ts';

interface QuestionRow {
  readonly _id: string;
  readonly text: string;
  readonly rewrite?: string | null;
  readonly turns?: readonly { readonly role: string }[];
  readonly lang?: string;
  readonly false_premise?: boolean;
}

/** English sets with unrelated subjects, by the beginning of their folder names. */
const ENGLISH = ['squad', 'covidqa', 'redis-docs', 'mtrag', 'rgb-en'];
/** Chinese questions for the only Chinese corpus. */
const CHINESE = { corpus: 'rgb-zh', questions: 'xquad' };
/** The corpus for questions with false premises: it covers most topics. */
const GENERAL = 'squad';

/** From each other set; together about 500. */
const QUESTIONS_A_SET = 130;

/**
 * Questions that a set's corpus does not answer, because they were written for other corpora or have a false premise.
 * None for other kinds of sets.
 *
 * @param root Folder of all test data. @param name Path of the set below it.
 */
export function foreignQuestions(root: string, name: string): UnanswerableQuestions[] {
  const own = basename(name);
  if (own.startsWith(CHINESE.corpus)) {
    const chinese = rowsOfKind(root, CHINESE.questions).filter(({ lang }) => lang === 'zh');
    return [{ kind: 'foreign questions', questions: sample(chinese.map(asked), 2 * QUESTIONS_A_SET) }];
  }
  const me = ENGLISH.find((kind) => own.startsWith(kind));
  if (me === undefined) return [];
  const others = ENGLISH.filter((kind) => kind !== me).flatMap((kind) =>
    sample(rowsOfKind(root, kind).filter(standsAlone).map(asked), QUESTIONS_A_SET),
  );
  const premises = me === GENERAL ? rowsOfKind(root, 'falseqa') : [];
  const groups: UnanswerableQuestions[] = [
    { kind: 'foreign questions', questions: others },
    { kind: 'false premises', questions: premises.filter((row) => row.false_premise).map(asked) },
    { kind: 'true premises', questions: premises.filter((row) => !row.false_premise).map(asked) },
  ];
  return groups.filter(({ questions }) => questions.length > 0);
}

function rowsOfKind(root: string, kind: string): QuestionRow[] {
  const [set] = setFolders(
    root,
    (folder) => basename(folder).startsWith(kind) && hasTable(folder, 'queries.jsonl'),
  );
  return set ? (readJsonLines<QuestionRow>(set.folder, 'queries') ?? []) : [];
}

function standsAlone({ rewrite, turns = [] }: QuestionRow): boolean {
  return Boolean(rewrite) || turns.filter(({ role }) => role === 'user').length <= 1;
}

function asked({ _id, text, rewrite }: QuestionRow): AskedQuestion {
  return { id: _id, text: rewrite ?? text, earlier: [], within: null };
}
