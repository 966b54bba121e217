import type { Purpose } from './provider-embedding.ts';

/**
 * What a family of models was trained to find before a text (`{title}`: where the title belongs), and how the vectors of
 * its tokens become one.
 */
interface EmbeddingFamily extends Readonly<Record<Purpose, string>> {
  readonly names: RegExp;
  readonly pooling: Pooling;
}

export type Pooling = 'mean' | 'cls' | 'last_token';

/** As the cards of these models say; the first whose name fits counts. Shown in `docs/embeddings.md`. */
const FAMILIES: readonly EmbeddingFamily[] = [
  {
    names: /e5.*instruct/i,
    question: 'Instruct: Given a question, retrieve passages that answer it\nQuery: ',
    passage: '',
    pooling: 'mean',
  },
  { names: /(^|[/_-])(multilingual-)?e5-/i, question: 'query: ', passage: 'passage: ', pooling: 'mean' },
  {
    names: /nomic-embed-text/i,
    question: 'search_query: ',
    passage: 'search_document: ',
    pooling: 'mean',
  },
  { names: /bge-m3/i, question: '', passage: '', pooling: 'cls' },
  {
    names: /bge-|mxbai-embed|snowflake-arctic-embed-[xsml]+$/i,
    question: 'Represent this sentence for searching relevant passages: ',
    passage: '',
    pooling: 'cls',
  },
  { names: /arctic-embed/i, question: 'query: ', passage: '', pooling: 'cls' },
  {
    names: /embedding-?gemma/i,
    question: 'task: search result | query: ',
    passage: 'title: {title} | text: ',
    pooling: 'mean',
  },
  {
    names: /qwen3-embedding/i,
    question: 'Instruct: Given a question, retrieve passages that answer it\nQuery:',
    passage: '',
    pooling: 'last_token',
  },
];

const PLAIN = { question: '', passage: '', pooling: 'mean' } as const;

/** @param model As the operator named it, with or without the name of its maker or a folder before it. */
export function embeddingFamilyOf(model: string): Omit<EmbeddingFamily, 'names'> {
  return FAMILIES.find(({ names }) => names.test(model)) ?? PLAIN;
}
