import { parseArgs } from 'node:util';
import { extractSentences } from '../src/answering/extraction/extract.ts';
import { DEFAULT_THRESHOLD } from './ask-corpus.ts';
import { foundSentences } from './found-sentences.ts';
import { chooseSets } from './sets.ts';
import { share, table } from './table.ts';
import { lineKey } from './targets.ts';
import { worthOf } from './worth.ts';

// Prints the worth of an answer's sentences together (gold answer held, or F1 of the words), their number, and how many
// answers mix documents, for several limits on a further sentence.

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/dev' },
    sets: { type: 'string', default: 'squad-a,xquad-a,covidqa-a' },
    limit: { type: 'string', default: '1500' },
  },
});

/** Lowest probability of a further sentence from a document quoted already, and from another. */
const LIMITS = [
  { same: 0, elsewhere: 0.04 },
  { same: 0.003, elsewhere: 0.03 },
  { same: 0.003, elsewhere: 0.04 },
  { same: 0.003, elsewhere: 0.06 },
  { same: 0.005, elsewhere: 0.04 },
  { same: 0.01, elsewhere: 0.04 },
  { same: 0.01, elsewhere: 0.08 },
] as const;

const sums = new Map<
  string,
  { asked: number; passed: number; by: { worth: number; mixed: number; sentences: number }[] }
>();
for (const set of chooseSets(values.data, values.sets)) {
  for await (const { name, gold, found } of foundSentences(values.data, set, Number(values.limit))) {
    const key = lineKey(name);
    const sum = sums.get(key) ?? {
      asked: 0,
      passed: 0,
      by: LIMITS.map(() => ({ worth: 0, mixed: 0, sentences: 0 })),
    };
    sums.set(key, sum);
    for (const { question, finding } of found) {
      const { words, passages, match, ranked, probability } = finding;
      const passes = probability >= DEFAULT_THRESHOLD;
      sum.asked++;
      if (passes) sum.passed++;
      for (const [i, limits] of LIMITS.entries()) {
        const extracted = extractSentences(words, passages, { mode: 'learning', match, ranked, limits });
        const texts = extracted.map(({ passage, sentence }) =>
          passage.text.slice(sentence.start, sentence.end),
        );
        const by = sum.by[i]!;
        by.sentences += texts.length;
        if (passes && new Set(extracted.map(({ passage }) => passage.docId)).size > 1) by.mixed++;
        by.worth += worthOf(texts, { gold, answers: question.answers });
      }
    }
  }
  process.stderr.write(`${set} read\n`);
}
console.log(
  table([
    ['same document, another', 'set', 'worth', 'sentences', 'mixed'],
    ...LIMITS.flatMap(({ same, elsewhere }, i) =>
      Array.from(sums, ([name, { asked, passed, by }]) => [
        `${same}, ${elsewhere}`,
        name,
        share(by[i]!.worth / asked),
        (by[i]!.sentences / asked).toFixed(2),
        share(by[i]!.mixed / Math.max(1, passed)),
      ]),
    ),
  ]),
);
