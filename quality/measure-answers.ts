import type { Answer } from '../src/answering/answer.ts';
import { type AnswerOfCorpus, createAsking, DEFAULT_THRESHOLD } from './ask-corpus.ts';
import { contentTerms } from './content-terms.ts';
import type {
  AnswerableQuestion,
  AnsweringTask,
  AskedQuestion,
  Gold,
  UnanswerableQuestions,
} from './evaluation-set.ts';
import { holdsGoldAnswer } from './gold-answer.ts';
import type { IndexedCorpus } from './indexed-corpus.ts';
import { sample } from './sample.ts';
import { turnBefore } from './turn-before.ts';
import { worthOf } from './worth.ts';

/** How one question was answered without a threshold. */
export type GivenAnswer = Awaited<ReturnType<typeof judged>>;

export interface TaskOutcome {
  readonly name: string;
  readonly gold: Gold;
  readonly given: readonly GivenAnswer[];
  readonly stray: readonly StrayAnswers[];
}

export interface StrayAnswers {
  readonly kind: UnanswerableQuestions['kind'];
  readonly answers: readonly ReturnType<typeof strayAnswer>[];
  /** Answerable questions to compare with, when they are not the task's own. */
  readonly given?: readonly GivenAnswer[];
}

/** Maximum answerable questions asked again after an unrelated turn. */
const ASKED_AGAIN_MAX = 400;

/** Asks every question of `task` end to end. */
export async function measureAnswers(corpus: IndexedCorpus, task: AnsweringTask): Promise<TaskOutcome> {
  const ask = createAsking(corpus);
  const { gold } = task;
  const given: GivenAnswer[] = [];
  const texts: string[] = [];
  for (const question of task.answerable) {
    const answer = await ask(question);
    given.push(await judged(answer, question, { corpus, gold }));
    texts.push(markedIn(answer));
  }
  const isAnswered = given.map(({ probability }) => probability >= DEFAULT_THRESHOLD);
  const strayAnswers = (questions: readonly AskedQuestion[]) =>
    Array.fromAsync(questions, async (question) => strayAnswer(await ask(question), question.text));
  /** The question as a later turn, after an answered one. */
  const continuing = <Q extends AskedQuestion>(question: Q, i: number): Q => {
    const at = turnBefore(i, isAnswered);
    const before = task.answerable[at]!;
    return { ...question, earlier: [...before.earlier, before.text], lastAnswer: texts[at]! };
  };
  const stray: StrayAnswers[] = [];
  for (const { kind, questions } of task.unanswerable) {
    stray.push({ kind, answers: await strayAnswers(questions) });
    if (kind !== 'foreign questions' || !isAnswered.includes(true)) continue;
    const again = severalTimes(
      sample(task.answerable, ASKED_AGAIN_MAX).filter(({ earlier }) => earlier.length === 0),
    );
    const later = await Array.fromAsync(again, async (question, i) =>
      judged(await ask(continuing(question, i)), question, { corpus, gold }),
    );
    const answers = await strayAnswers(questions.map(continuing));
    // Questions with their own conversation stay unchanged; only first questions can follow another.
    stray.push({ kind: 'foreign after answers', answers, given: later.length > 0 ? later : given });
  }
  return { name: task.name, gold, given, stray };
}

/**
 * When there are few questions, each is asked after several others: the choice moves the figures of 84 questions by
 * more than a hundredth.
 */
function severalTimes<Q>(questions: readonly Q[]): Q[] {
  const times = Math.max(1, Math.floor(ASKED_AGAIN_MAX / Math.max(1, questions.length)));
  return Array.from({ length: times }, () => questions).flat();
}

/** Merges outcomes with the same name, in the order of first sight. */
export function poolOutcomes(outcomes: readonly TaskOutcome[]): TaskOutcome[] {
  return Array.from(Map.groupBy(outcomes, ({ name }) => name).values(), (same) => {
    const groups = Map.groupBy(
      same.flatMap(({ stray }) => stray),
      ({ kind }) => kind,
    );
    return {
      ...same[0]!,
      given: same.flatMap(({ given }) => given),
      stray: Array.from(groups, ([kind, members]) => ({
        kind,
        answers: members.flatMap(({ answers }) => answers),
        ...(members.some(({ given }) => given) && { given: members.flatMap(({ given = [] }) => given) }),
      })),
    };
  });
}

async function judged(
  answer: AnswerOfCorpus,
  question: AnswerableQuestion,
  { corpus, gold }: { corpus: IndexedCorpus; gold: Gold },
) {
  const { meta, sources } = answer;
  const marked = markedIn(answer);
  const whole = meta.refused ? '' : answer.text.replaceAll(MARKERS, '');
  const worth = (text: string) => worthOf([text], { gold, answers: question.answers });
  const chunks = await corpus.documentStore.chunks(sources.map(({ chunkId }) => chunkId));
  const textOf = new Map(chunks.map(({ chunkId, text }) => [chunkId, text]));
  const isRight = (docId: string, page: number | null, text: string) =>
    gold === 'pages'
      ? question.answers.includes(`${corpus.keyOf(docId)}#p${page}`)
      : holdsGoldAnswer(text, question.answers);
  const numbers = new Set(sources.map(({ n }) => n));
  return {
    // That the passages answer the question; 0 when nothing could be quoted.
    probability: meta.retrieval.bestScore,
    // 0–1, against the gold answers.
    marked: worth(marked),
    whole: worth(whole),
    words: whole.split(/\s+/).length,
    cited: sources.length,
    citedRight: sources.filter(({ docId, page, chunkId }) => isRight(docId, page, textOf.get(chunkId) ?? ''))
      .length,
    isMixed: meta.synthesized,
    // Whether one of the candidate passages holds a gold answer, and every `[n]` refers to a source.
    isFound: answer.retrieved.some(({ docId, page, text }) => isRight(docId, page, text)),
    resolves:
      sources.every(({ chunkId }) => textOf.has(chunkId)) &&
      Array.from(answer.text.matchAll(MARKERS), ([, n]) => Number(n)).every((n) => numbers.has(n)),
    retrieveMs: meta.timingsMs.retrieve,
    answerMs: meta.timingsMs.generate,
  };
}

/** The sentences that answer, in a quoted passage. */
function markedIn({ text, meta }: Answer): string {
  return meta.statements.map(({ start, end }) => text.slice(start, end)).join(' ');
}

/** An answer to an unanswerable question: also the share of its content words in a sentence that answers. */
function strayAnswer({ text, meta }: Answer, question: string) {
  const asked = new Set(contentTerms(question));
  const marked = meta.statements.map(({ start, end }) => text.slice(start, end));
  const shares = marked.map((sentence) => {
    const said = new Set(contentTerms(sentence));
    return [...asked].filter((term) => said.has(term)).length / Math.max(1, asked.size);
  });
  return { probability: meta.retrieval.bestScore, repeated: meta.refused ? 0 : Math.max(0, ...shares) };
}

const MARKERS = /\[(\d+)\]/g;
