import type { Expansion } from '../../src/answering/find/expand-question.ts';
import { cachedPassageText } from '../../src/answering/model/passage-text.ts';
import { contextOf } from '../../src/answering/write/compose/context.ts';
import type { Composer, WritingTask } from '../../src/answering/write/written-answer.ts';
import type { Passage } from '../../src/retrieval/passage.ts';
import { loadConfig } from '../../src/settings/config.ts';
import { type IndexedCorpus, withIndexedCorpus } from '../indexed-corpus.ts';
import { readJsonLines } from '../json-lines.ts';
import { mean } from '../mean.ts';
import { type Column, share, tableOf } from '../table.ts';
import { askComposed } from './ask-composed.ts';
import type { Collection, CollectionQuestion } from './collection.ts';
import { holdsGold } from './gold.ts';

/** What a language model would be given for one question. */
export interface ContextOutcome {
  readonly collection: string;
  readonly question: CollectionQuestion;
  /** Where its other wordings are from. */
  readonly wordings: Composer['expansion'] | 'model';
  /** Whether the passages in the prompt hold the gold, and the place of the first that does, from 1. */
  readonly isHeld: boolean;
  readonly place: number;
  /** Passages and their estimated tokens; both 0 when no prompt was made. */
  readonly passages: number;
  readonly tokens: number;
  readonly calls: number;
}

/** By the question's id: what a model might write, recorded without a look at the documents. */
function recordedExpansions(): Map<string, Expansion> {
  const rows =
    readJsonLines<Expansion & { id: string; names: string[] }>(import.meta.dirname, 'expansions') ?? [];
  return new Map(
    rows.map(({ id, question, wordings, names }) => [id, { question, wordings: [...wordings, ...names] }]),
  );
}

const MARKER = 'f'.repeat(16);

/**
 * Asks the questions of a collection with a model's place taken by one that writes nothing: what counts is its prompt.
 * Questions are worded by recorded expansions.
 */
export function measureContext(
  { name, documents, questions }: Collection,
  expansion: Composer['expansion'],
): Promise<ContextOutcome[]> {
  const expansions = recordedExpansions();
  const config = loadConfig({});
  return withIndexedCorpus(documents, async (corpus) => {
    const outcomes: ContextOutcome[] = [];
    for (const question of questions) {
      const composer: Pick<Composer, 'expansion' | 'expand' | 'write'> = {
        expansion,
        expand: async () => expansions.get(question.id),
        // biome-ignore lint/correctness/useYield: it has nothing to send.
        async *write() {
          return { sent: 'nothing', model: 'none' };
        },
      };
      const { task, calls } = await askComposed(question, { corpus, composer, config });
      const shown = task ? passagesWithin(task, config.contextPassageTokens) : [];
      outcomes.push(
        contextOutcome(question, { collection: name, wordings: expansion, corpus, shown, calls }),
      );
    }
    return outcomes;
  });
}

function passagesWithin({ finding }: WritingTask, tokensMax: number): Passage[] {
  const tokensOf = (place: number) => cachedPassageText(finding.passages[place]!.passage, MARKER).tokens;
  return contextOf(finding, { tokensOf, tokensMax }).passages.map(({ passage }) => passage);
}

/** @param of.shown The passages of the prompt. */
export function contextOutcome(
  question: CollectionQuestion,
  of: Pick<ContextOutcome, 'collection' | 'wordings' | 'calls'> & {
    corpus: Pick<IndexedCorpus, 'keyOf'>;
    shown: readonly Passage[];
  },
): ContextOutcome {
  const { collection, wordings, calls, corpus, shown } = of;
  const texts = shown.map(({ docId, text }) => ({ key: corpus.keyOf(docId), text }));
  return {
    ...{ collection, question, wordings, calls },
    isHeld: holdsGold(question, texts),
    place: texts.findIndex((each) => holdsGold({ ...question, gold_mode: 'any' }, [each])) + 1,
    passages: shown.length,
    tokens: shown.reduce((sum, passage) => sum + cachedPassageText(passage, MARKER).tokens, 0),
  };
}

/** Context recall of answerable questions: how often the passages of the prompt hold the gold. */
export function renderContext(outcomes: readonly ContextOutcome[]): string {
  const answerable = outcomes.filter(({ question }) => question.answerable);
  const groups = [
    ...Map.groupBy(answerable, ({ wordings, collection }) => `${wordings}: ${collection}`),
    ...Map.groupBy(answerable, ({ wordings, question }) => `${wordings}: worded ${question.wording}`),
    ...Map.groupBy(answerable, ({ wordings }) => `${wordings}: all`),
  ];
  return tableOf(COLUMNS, groups);
}

const COLUMNS: readonly Column<[string, ContextOutcome[]]>[] = [
  ['what a model is given', ([name]) => name],
  ['questions', ([, of]) => String(of.length)],
  ['context recall', ([, of]) => share(mean(of.map(({ isHeld }) => Number(isHeld))))],
  ['no prompt', ([, of]) => share(mean(of.map(({ passages }) => Number(passages === 0))))],
  ['place', ([, of]) => mean(of.map(({ place }) => place).filter((place) => place > 0)).toFixed(1)],
  ['passages', ([, of]) => mean(of.map(({ passages }) => passages)).toFixed(1)],
  ['tokens', ([, of]) => mean(of.map(({ tokens }) => tokens)).toFixed(0)],
  ['calls', ([, of]) => mean(of.map(({ calls }) => calls)).toFixed(2)],
];
