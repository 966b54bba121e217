/** A synthetic corpus: documents of about 5 KB with one unique fact each. Same seed, same bytes. */

export interface BenchDocument {
  readonly name: string;
  readonly text: string;
  readonly question: string;
  /** In the answer when the right document was found. */
  readonly fact: string;
}

const WORDS_PER_DOCUMENT = 760;
const VOCABULARY = 12_000;

export function makeCorpus(documents: number, seed = 1): BenchDocument[] {
  const random = mulberry32(seed);
  const words = Array.from({ length: VOCABULARY }, () => invent(random));
  return Array.from({ length: documents }, (_, index) => makeDocument(index, words, random));
}

function makeDocument(index: number, words: readonly string[], random: () => number): BenchDocument {
  const name = capitalise(invent(random)) + capitalise(invent(random));
  const year = 1000 + Math.floor(random() * 1000);
  const fact = `${year}`;
  const paragraphs: string[] = [];
  let written = 0;
  let told = false;
  while (written < WORDS_PER_DOCUMENT) {
    const sentences: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      const length = 8 + Math.floor(random() * 14);
      const sentence = Array.from({ length }, () => zipf(words, random)).join(' ');
      sentences.push(`${capitalise(sentence)}.`);
      written += length;
    }
    if (!told && written > WORDS_PER_DOCUMENT / 2) {
      sentences.push(`The bridge of ${name} was completed in ${fact} after nine years of work.`);
      told = true;
    }
    paragraphs.push(sentences.join(' '));
  }
  const text = `# The town of ${name}\n\n${paragraphs.join('\n\n')}\n`;
  return { name: `town-${index}.md`, text, question: `When was the bridge of ${name} completed?`, fact };
}

/** Word frequencies as in prose: rank r has a share of about 1/r. */
function zipf(words: readonly string[], random: () => number): string {
  return words[Math.floor(VOCABULARY ** random()) - 1]!;
}

function invent(random: () => number): string {
  const consonants = 'bcdfghklmnprstvz';
  const vowels = 'aeiou';
  const pick = (letters: string) => letters[Math.floor(random() * letters.length)]!;
  const syllables = 2 + Math.floor(random() * 3);
  return Array.from({ length: syllables }, () => pick(consonants) + pick(vowels)).join('') + pick('nrslt');
}

function capitalise(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

/** Numbers in [0, 1). Mulberry32, a 32-bit generator of T. Ettinger (public domain); not cryptographic. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
