import type { DocumentRecord } from '../ports/document.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { analyze } from './analysis/analyzer.ts';
import type { RetrievalQuery } from './retrieval-query.ts';

/**
 * Of the question's terms, those that a document is about, with how surely: 0–1. What a long document is about its passages
 * rarely say: "we employed 288,000 people" does not name who.
 */
export type DocumentSubject = ReadonlyMap<string, number>;

/** A document of fewer chunks names its subject in most of them. */
const CHUNKS_MIN = 8;
/** Share of a document's chunks that hold a word which it is wholly about; so it is about a word of its title or file name. */
const FULL_SHARE = 0.5;
/** What it takes from a word that it stands in the chunks of other documents, too: at a quarter of them half. */
const ELSEWHERE_WEIGHT = 4;
/** Other chunks are counted as if they were so many more: a few of them do not show how common a word is. */
const ELSEWHERE_CHUNKS = 100;
/** Below this a name says nothing of the document; and so does any other word, many of which stand all over a long one. */
const STRENGTH_MIN = { name: 0.1, other: 0.9 };
/** A name in titles or file names leads to these documents where it is at least so surely theirs: what a quarter of all says leads nowhere. */
const NAMING_STRENGTH_MIN = 0.5;
/** Of the words of the title or of the file name: who asks about MERS names no paper that has it in a long title. */
const NAMING_SHARE_MIN = 0.25;
/** A term of more chunks is not counted out by document, which takes 0.05 ms for so many. */
const HOLDERS_MAX = 10_000;
/** Most words that are written as one in a file name: `BANKOFAMERICA_2022.pdf`. */
const JOINED_MAX = 4;

export interface DocumentSubjects {
  /** By document id; without those of fewer than eight chunks. */
  readonly subjects: ReadonlyMap<string, DocumentSubject>;
  /** Those whose title or file name has what the question names. Empty where all or none of them do. */
  readonly named: ReadonlySet<string>;
}

/**
 * What each of the documents is about, of what is asked: f² / (f + 4e), where f is 1 for a word of its title or file
 * name and else the share of its chunks that hold the word, beside a half; e is the share of all other chunks.
 */
export async function documentSubjects(
  query: RetrievalQuery,
  records: readonly DocumentRecord[],
  { searchIndex, chunks }: { searchIndex: Pick<SearchIndex, 'holders'>; chunks: number },
): Promise<DocumentSubjects> {
  const long = records.filter((record) => record.chunks >= CHUNKS_MIN);
  if (long.length === 0) return { subjects: new Map(), named: new Set() };
  const terms = query.terms.map(({ term }) => term).filter((term) => !term.startsWith('.'));
  const docIds = long.map(({ docId }) => docId);
  const holders = await searchIndex.holders(terms, { docIds, atMost: HOLDERS_MAX });
  const spelt = new Map(long.map(({ language }) => [language, speltWords(query.text, language)]));
  const names = new Map<string, SpeltWord>();
  const subjects = new Map(
    long.map((record) => {
      const { docId, language, chunks: ownChunks } = record;
      const words = spelt.get(language)!;
      const name = namesOf(record).join('');
      const subject = new Map<string, number>();
      for (const [i, term] of terms.entries()) {
        const { total, of } = holders[i]!;
        const own = of.get(docId) ?? 0;
        const word = words.get(term) ?? { isName: false, forms: [` ${term} `] };
        const isTitled = stands(word, name);
        const held = isTitled ? 1 : Math.min(1, own / ownChunks / FULL_SHARE);
        const elsewhere = (total - own) / (chunks - ownChunks + ELSEWHERE_CHUNKS);
        const strength = held > 0 ? held ** 2 / (held + ELSEWHERE_WEIGHT * elsewhere) : 0;
        if (strength >= (word.isName ? STRENGTH_MIN.name : STRENGTH_MIN.other)) subject.set(term, strength);
        if (isTitled && word.isName && !/\p{N}/u.test(term) && strength >= NAMING_STRENGTH_MIN)
          names.set(term, word);
      }
      return [docId, subject];
    }),
  );
  return { subjects, named: namedDocuments([...names.values()], records) };
}

/** The documents that have most of the names in their own, or at least half as many as these, and hardly more beside them. */
function namedDocuments(names: readonly SpeltWord[], records: readonly DocumentRecord[]): Set<string> {
  if (names.length === 0) return new Set();
  const counts = records.map((record) => {
    const inParts = namesOf(record).map((name) => {
      const count = names.filter((word) => stands(word, name)).length;
      const words = name.match(/(?<= )\p{L}[\p{L}\p{M}]+(?= )/gu)?.length ?? 0;
      return count >= NAMING_SHARE_MIN * words ? count : 0;
    });
    return { docId: record.docId, count: Math.max(...inParts) };
  });
  const most = Math.max(...counts.map(({ count }) => count));
  const named = counts.filter(({ count }) => count > 0 && 2 * count >= most);
  return new Set(named.length < records.length ? named.map(({ docId }) => docId) : []);
}

function stands({ forms }: SpeltWord, name: string): boolean {
  return forms.some((form) => name.includes(form));
}

interface SpeltWord {
  /** A number, or capitalised elsewhere than at the start. */
  isName: boolean;
  /** The word, and what it makes with its neighbours when they are joined: lower case, between spaces. */
  readonly forms: string[];
}

/** The question's words by their terms. */
function speltWords(text: string, language: string | null): Map<string, SpeltWord> {
  const tokens = analyze(text, language);
  const spellings = tokens.map(({ surface }) => surface.toLowerCase().replace(/['’]s$/u, ''));
  const words = new Map<string, SpeltWord>();
  for (const [i, { term, kind, capitalised }] of tokens.entries()) {
    const word = words.get(term) ?? { isName: false, forms: [] };
    word.isName ||= kind === 'number' || (capitalised && i > 0);
    words.set(term, word);
  }
  for (let from = 0; from < tokens.length; from++) {
    for (let to = from + 1; to <= Math.min(from + JOINED_MAX, tokens.length); to++) {
      const form = ` ${spellings.slice(from, to).join('')} `;
      for (const { term } of tokens.slice(from, to)) words.get(term)!.forms.push(form);
    }
  }
  return words;
}

/** A document's title, and its file's name: the words of each, lower case, between spaces. */
function namesOf({ title, source }: DocumentRecord): string[] {
  const path = source.kind === 'url' ? (source.filename ?? source.url) : source.filename;
  const filename = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[A-Za-z][A-Za-z0-9]{0,9}$/, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L}{2})(?=\p{N})/gu, ' ');
  return [title, filename].map((name) => ` ${name} `.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '));
}
