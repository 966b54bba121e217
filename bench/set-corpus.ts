import type { SourceDocument } from '../quality/evaluation-set.ts';
import { chooseSets, readSet } from '../quality/sets.ts';
import { mulberry32 } from './corpus.ts';

/** Most questions of one set, so that none drowns the others. */
const SET_QUESTIONS_MAX = 2_000;

/**
 * The documents of evaluation sets, all together, and their questions that need no earlier turn and no filter, in an
 * order that is the same each time.
 *
 * @param sets As `--sets` of `npm run eval`.
 */
export async function readSetCorpus(
  root: string,
  sets: string,
): Promise<{ documents: SourceDocument[]; questions: string[] }> {
  const random = mulberry32(1);
  const documents: SourceDocument[] = [];
  const questions: string[] = [];
  for (const name of chooseSets(root, sets)) {
    const [corpus] = (await readSet(root, name)).corpora;
    for (const document of corpus!.documents) documents.push({ ...document, key: `${name}/${document.key}` });
    const asked = [
      ...corpus!.tasks.flatMap((task) => task.answerable),
      ...corpus!.lines.flatMap((line) => line.questions),
    ];
    const alone = asked.filter(({ earlier, within }) => earlier.length === 0 && within === null);
    const distinct = [...new Set(alone.map(({ text }) => text))];
    questions.push(...shuffled(distinct, random).slice(0, SET_QUESTIONS_MAX));
  }
  return { documents, questions: shuffled(questions, random) };
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
