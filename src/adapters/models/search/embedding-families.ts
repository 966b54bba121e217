import type { Purpose } from './provider-embedding.ts';

/** The prefixes a model family was trained with (`{title}`: the title's place), and its pooling of token vectors. */
interface EmbeddingFamily extends Readonly<Record<Purpose, string>> {
  readonly names: RegExp;
  readonly pooling: Pooling;
}

export type Pooling = 'mean' | 'cls' | 'last_token';

/** From the models' cards; the first matching name counts. Shown in `docs/how-to/embeddings.md`. */
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

/** @param model As configured, with or without its maker's name or a folder. */
export function embeddingFamilyOf(model: string): Omit<EmbeddingFamily, 'names'> {
  return FAMILIES.find(({ names }) => names.test(model)) ?? PLAIN;
}
