/**
 * `node --expose-gc bench/passage-memory.ts`: the memory that passages take which were read for ranking and quoting, until
 * long after the caches of them are full. The texts have few words in common, so they take more than most.
 */
import { createPassageAnalyzer } from '../src/answering/choose/passage-analysis.ts';
import { mulberry32 } from './corpus.ts';

const PASSAGES = 60_000;
const SHOWN_EVERY = 6_000;
const SENTENCES = 12;
const WORDS = 14;
const SYLLABLES = 'ba be bi bo bu da de di do du ga ge gi go gu ka ke ki ko ku la le li lo lu na ne ni no nu';

const random = mulberry32(1);
const syllables = SYLLABLES.split(' ');
const many = (times: number, part: () => string, between: string) =>
  Array.from({ length: times }, part).join(between);
const word = () =>
  many(2 + Math.floor(random() * 3), () => syllables[Math.floor(random() * syllables.length)]!, '');
const sentence = () => `A${many(WORDS, word, ' ')}.`;

const analyse = createPassageAnalyzer();
console.log('passages  heap MB  beside it');
for (let read = 1; read <= PASSAGES; read += 1) {
  analyse({
    ...{
      chunkId: `${read}.1.0`,
      docId: String(read),
      kind: 'document',
      title: word(),
      url: null,
      fileName: null,
      updatedAt: 0,
      language: 'en',
    },
    ...{ text: many(SENTENCES, sentence, ' '), start: 0, page: null, section: null },
    ...{ lexical: 0, dense: 0, fused: 1, score: 0 },
  });
  if (read % SHOWN_EVERY > 0) continue;
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const cells = [read, ...[heapUsed, arrayBuffers].map((bytes) => Math.round(bytes / 1e6))];
  console.log(cells.map((cell) => String(cell).padStart(8)).join(' '));
}
