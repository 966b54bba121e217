import type { DocumentRecord } from '../ports/document.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { analyze } from './analyzer.ts';
import type { RetrievalQuery } from './retriever.ts';

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
/** A term of more chunks is not counted out by document, which takes 0.05 ms for so many. */
const HOLDERS_MAX = 10_000;
/** Most words that are written as one in a file name: `BANKOFAMERICA_2022.pdf`. */
const JOINED_MAX = 4;

/**
 * What each of the documents is about, of what is asked: f² / (f + 4e), where f is 1 for a word of its title or file
 * name and else the share of its chunks that hold the word, beside a half; e is the share of all other chunks.
 *
 * @returns By document id; without those of fewer than eight chunks.
 */
export async function documentSubjects(
  query: RetrievalQuery,
  records: readonly DocumentRecord[],
  { searchIndex, chunks }: { searchIndex: Pick<SearchIndex, 'holders'>; chunks: number },
): Promise<Map<string, DocumentSubject>> {
  const long = records.filter((record) => record.chunks >= CHUNKS_MIN);
  if (long.length === 0) return new Map();
  const terms = query.terms.map(({ term }) => term).filter((term) => !term.startsWith('.'));
  const docIds = long.map(({ docId }) => docId);
  const holders = await searchIndex.holders(terms, { docIds, atMost: HOLDERS_MAX });
  const spelt = new Map(long.map(({ language }) => [language, speltWords(query.text, language)]));
  return new Map(
    long.map((record) => {
      const { docId, language, chunks: ownChunks } = record;
      const words = spelt.get(language)!;
      const name = nameOf(record);
      const subject = new Map<string, number>();
      for (const [i, term] of terms.entries()) {
        const { total, of } = holders[i]!;
        const own = of.get(docId) ?? 0;
        const { isName, forms } = words.get(term) ?? { isName: false, forms: [` ${term} `] };
        const held = forms.some((form) => name.includes(form))
          ? 1
          : Math.min(1, own / ownChunks / FULL_SHARE);
        const elsewhere = (total - own) / (chunks - ownChunks + ELSEWHERE_CHUNKS);
        const strength = held > 0 ? held ** 2 / (held + ELSEWHERE_WEIGHT * elsewhere) : 0;
        if (strength >= (isName ? STRENGTH_MIN.name : STRENGTH_MIN.other)) subject.set(term, strength);
      }
      return [docId, subject];
    }),
  );
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

/** The words of a document's title and of its file's name, lower case, between spaces. */
function nameOf({ title, source }: DocumentRecord): string {
  const path = source.kind === 'url' ? (source.filename ?? source.url) : source.filename;
  const filename = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[A-Za-z][A-Za-z0-9]{0,9}$/, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L}{2})(?=\p{N})/gu, ' ');
  return ` ${title} ${filename} `.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
}
