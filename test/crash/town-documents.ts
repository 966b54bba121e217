import { hash } from 'node:crypto';
import { makeCorpus } from '../../bench/corpus.ts';

/** A document about an invented town; the year of its bridge stands in it once, and for this town in no other. */
export interface TownDocument {
  readonly town: string;
  readonly year: string;
  readonly text: string;
  /** SHA-256, lower-case hex, as the service names content. */
  readonly contentHash: string;
}

const DOCUMENTS_PER_BATCH = 100;
const TOWN = /# The town of (\w+)/;

/** Documents without end; the same seed gives the same ones. */
export function createTownDocuments(seed: number) {
  const yearsOf = new Map<string, Set<string>>();
  const stream = endless(seed);

  function take(): TownDocument {
    return stream.next().value as TownDocument;
  }

  return {
    /** About a town that nothing else was about. */
    next(): TownDocument {
      const document = take();
      if (yearsOf.has(document.town)) return this.next();
      yearsOf.set(document.town, new Set([document.year]));
      return document;
    },
    /** Of one sentence, about a town that nothing else was about. */
    short(): TownDocument {
      const { town, year } = this.next();
      return sentence(town, year);
    },
    /** A new version of one sentence, with a year that no version before had. */
    shortAnew(town: string): TownDocument {
      return sentence(town, this.anew(town).year);
    },
    /** A new version: other text throughout, and a year that no version before had. */
    anew(town: string): TownDocument {
      const years = yearsOf.get(town)!;
      const { town: other, text, year } = take();
      if (years.has(year)) return this.anew(town);
      years.add(year);
      return withHash(town, year, text.replaceAll(other, town));
    },
  };
}

export function questionAbout(town: string): string {
  return `When was the bridge of ${town} completed?`;
}

/** A question that takes two documents, so that its answer is synthesized. */
export function questionAboutBoth([one, other]: readonly [string, string]): string {
  return `When were the bridge of ${one} and the bridge of ${other} completed?`;
}

/** The years that `text` gives for the bridge of `town`. */
export function yearsStated(text: string, town: string): string[] {
  return [...text.matchAll(new RegExp(`bridge of ${town} was completed in (\\d{4})`, 'g'))].map(
    (match) => match[1]!,
  );
}

function* endless(seed: number): Generator<TownDocument, never> {
  for (let batch = 0; ; batch += 1) {
    for (const { text, fact } of makeCorpus(DOCUMENTS_PER_BATCH, seed + batch)) {
      yield withHash(TOWN.exec(text)![1]!, fact, text);
    }
  }
}

function sentence(town: string, year: string): TownDocument {
  const text = `# The town of ${town}\n\nThe bridge of ${town} was completed in ${year} after nine years of work.\n`;
  return withHash(town, year, text);
}

function withHash(town: string, year: string, text: string): TownDocument {
  return { town, year, text, contentHash: hash('sha256', text) };
}
