import type { DocumentRecord } from '../ports/document.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { ParsedQuestion } from '../question/parsed-question.ts';
import { analyze, type Token } from '../text/analyzer.ts';

/**
 * The question's terms that a document is about, each with a strength of 0–1. Passages of a long document rarely name
 * its subject: "we employed 288,000 people" does not say who.
 */
export type DocumentSubject = ReadonlyMap<string, number>;

/** Documents with fewer chunks name their subject in most of them. */
const CHUNKS_MIN = 8;
/**
 * A word in this share of a document's chunks counts as fully its subject, as does a word of its title or file name.
 */
const FULL_SHARE = 0.5;
/** Penalty on a word for occurring in other documents' chunks: a quarter of them halves its strength. */
const ELSEWHERE_WEIGHT = 4;
/** Added to the number of other chunks: a few of them do not show how common a word is. */
const ELSEWHERE_CHUNKS = 100;
/** Minimum strength of a name and of any other word; many other words occur all over a long document. */
const STRENGTH_MIN = { name: 0.1, other: 0.9 };
/**
 * Minimum strength at which a name in titles or file names leads to these documents; one in a quarter of all chunks does
 * not.
 */
const NAMING_STRENGTH_MIN = 0.5;
/** Minimum share of a title's or file name's words: a question on MERS does not name a paper with it in a long title. */
const NAMING_SHARE_MIN = 0.25;
/** A term in more chunks is not counted by document; counting this many takes 0.05 ms. */
const HOLDERS_MAX = 10_000;
/** Maximum words joined into one in a file name: `BANKOFAMERICA_2022.pdf`. */
const JOINED_MAX = 4;

export interface DocumentSubjects {
  /** By document id; without documents of fewer than eight chunks. */
  readonly subjects: ReadonlyMap<string, DocumentSubject>;
  /** Documents whose title or file name has the names in the question. Empty where all or none do. */
  readonly named: ReadonlySet<string>;
}

/**
 * How strongly each document is about each term of the question: f² / (f + 4e). f is 1 for a word of its title or file
 * name, else twice the share of its chunks with the word, at most 1; e is the share of all other chunks with the word.
 */
export async function documentSubjects(
  query: ParsedQuestion,
  records: readonly DocumentRecord[],
  corpus: { searchIndex: Pick<SearchIndex, 'holders'>; chunks: number; signal?: AbortSignal },
): Promise<DocumentSubjects> {
  const { searchIndex, chunks, signal } = corpus;
  const terms = query.terms.map(({ term }) => term).filter((term) => !term.startsWith('.'));
  const long = records.filter((record) => record.chunks >= CHUNKS_MIN);
  if (long.length === 0) return { subjects: new Map(), named: new Set() };
  const docIds = long.map(({ docId }) => docId);
  const holders = await searchIndex.holders(terms, {
    ...{ docIds, atMost: HOLDERS_MAX },
    ...(signal && { signal }),
  });
  const languages = new Set(long.map(({ language }) => language));
  const spelt = new Map(
    Array.from(languages, (language) => [language, speltWords(query.standalone.tokens(language))]),
  );
  const asked = new Map<string, SpeltWord>();
  const subjects = new Map(
    long.map((record) => {
      const { docId, language, chunks: ownChunks } = record;
      const words = spelt.get(language)!;
      const names = namesOf(record);
      const subject = new Map<string, number>();
      for (const [i, term] of terms.entries()) {
        const { total, of } = holders[i]!;
        const own = of.get(docId) ?? 0;
        const word = words.get(term) ?? { isName: false, forms: [term] };
        const isTitled = names.some((name) => stands(word, name));
        const held = isTitled ? 1 : Math.min(1, own / ownChunks / FULL_SHARE);
        const elsewhere = (total - own) / (chunks - ownChunks + ELSEWHERE_CHUNKS);
        const strength = held > 0 ? held ** 2 / (held + ELSEWHERE_WEIGHT * elsewhere) : 0;
        if (strength >= (word.isName ? STRENGTH_MIN.name : STRENGTH_MIN.other)) subject.set(term, strength);
        if (isTitled && word.isName && !/\p{N}/u.test(term) && strength >= NAMING_STRENGTH_MIN)
          asked.set(term, word);
      }
      return [docId, subject];
    }),
  );
  return { subjects, named: namedDocuments([...asked.values()], records) };
}

/**
 * Whether a name is a document's title or file name, or has at least half of its words and no others. One word counts as
 * a name where it is capitalised and all of the title: `website` need not be the page of that title.
 *
 * @param options.isPart Any words of the title are enough.
 */
export function isNameOf(name: string, record: DocumentRecord, { isPart = false } = {}): boolean {
  const tokens = analyze(name, record.language).filter(({ kind }) => kind !== 'stop');
  const words = new Set(tokens.map(({ term }) => term));
  return namesOf(record).some(({ terms }) => {
    const own = new Set(terms);
    const shared = [...words].filter((word) => own.has(word)).length;
    const [less, more] = [words.size, own.size].sort((a, b) => a - b);
    if (isPart && shared > 0 && shared === words.size) return true;
    return more === 1
      ? shared === 1 && tokens[0]!.capitalised
      : shared > 1 && shared === less && 2 * less! >= more!;
  });
}

/** The documents whose title or file name has the most of `names`, or at least half as many, and few other words. */
function namedDocuments(asked: readonly SpeltWord[], records: readonly DocumentRecord[]): Set<string> {
  if (asked.length === 0) return new Set();
  const counts = records.map((record) => {
    const inParts = namesOf(record).map((name) => {
      const count = asked.filter((word) => stands(word, name)).length;
      return count >= NAMING_SHARE_MIN * name.lettered ? count : 0;
    });
    return { docId: record.docId, count: Math.max(...inParts) };
  });
  const most = Math.max(...counts.map(({ count }) => count));
  const named = counts.filter(({ count }) => count > 0 && 2 * count >= most);
  return new Set(named.length < records.length ? named.map(({ docId }) => docId) : []);
}

function stands({ forms }: SpeltWord, { words }: DocumentName): boolean {
  return forms.some((form) => words.has(form));
}

interface SpeltWord {
  /** A number, or capitalised elsewhere than at the start. */
  isName: boolean;
  /** The word, and the compounds it forms when joined with its neighbours: lower case. */
  readonly forms: string[];
}

/** The question's words by their terms. */
function speltWords(tokens: readonly Token[]): Map<string, SpeltWord> {
  const spellings = tokens.map(({ surface }) => surface.toLowerCase().replace(/['’]s$/u, ''));
  const words = new Map<string, SpeltWord>();
  for (const [i, { term, kind, capitalised }] of tokens.entries()) {
    const word = words.get(term) ?? { isName: false, forms: [] };
    word.isName ||= kind === 'number' || (capitalised && i > 0);
    words.set(term, word);
  }
  for (let from = 0; from < tokens.length; from++) {
    for (let to = from + 1; to <= Math.min(from + JOINED_MAX, tokens.length); to++) {
      const form = spellings.slice(from, to).join('');
      for (const { term } of tokens.slice(from, to)) words.get(term)!.forms.push(form);
    }
  }
  return words;
}

/** A document's title or its file name. */
interface DocumentName {
  /** Lower case. */
  readonly words: ReadonlySet<string>;
  /** Number of its words of two or more letters. */
  readonly lettered: number;
  /** Index terms, without stop words. */
  readonly terms: readonly string[];
}

/** The names of records, which a store's cache returns again as they are. */
const namesRead = new WeakMap<DocumentRecord, readonly DocumentName[]>();

function namesOf(record: DocumentRecord): readonly DocumentName[] {
  let names = namesRead.get(record);
  if (!names) {
    names = readNames(record);
    namesRead.set(record, names);
  }
  return names;
}

function readNames({ title, source, language }: DocumentRecord): DocumentName[] {
  const path = source.kind === 'url' ? (source.filename ?? source.url) : source.filename;
  const filename = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[A-Za-z][A-Za-z0-9]{0,9}$/, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L}{2})(?=\p{N})/gu, ' ');
  return [title, filename].map((name) => {
    const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    const lettered = words.filter((word) => /^\p{L}[\p{L}\p{M}]+$/u.test(word)).length;
    const content = analyze(name, language).filter(({ kind }) => kind !== 'stop');
    return { words: new Set(words), lettered, terms: content.map(({ term }) => term) };
  });
}
