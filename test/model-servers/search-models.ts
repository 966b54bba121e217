import { type ModelServer, startScriptedServer } from './scripted-server.ts';

/**
 * Plays the embeddings of Cohere, Gemini and Amazon Titan, and the rankings of Cohere and Amazon, each in its own shape:
 * which one is asked is told by the body.
 *
 * @param options.embed The embedding of a text.
 * @param options.relevance Of a text for a question, from 0 to 1.
 */
export function startSearchModelServer(options: {
  embed: (text: string) => readonly number[];
  relevance?: (question: string, text: string) => number;
}): Promise<ModelServer> {
  const { embed, relevance = () => 0 } = options;
  return startScriptedServer({
    basePath: '/v2',
    callOf: () => 'embed',
    frames: () => ({ begin: [], pieces: [], end: [] }),
    whole: () => ({}),
    embed: (body) => replyTo(body as Body, { embed, relevance }),
    error: (_, message) => ({ message }),
    errorFrame: () => '',
  });
}

interface Content {
  readonly parts: readonly { readonly text: string }[];
}

interface Body {
  readonly texts?: readonly string[];
  readonly requests?: readonly { readonly content: Content }[];
  readonly content?: Content;
  readonly inputText?: string;
  readonly query?: string;
  readonly documents?: readonly string[];
  readonly queries?: readonly { readonly textQuery: { readonly text: string } }[];
  readonly sources?: readonly {
    readonly inlineDocumentSource: { readonly textDocument: { readonly text: string } };
  }[];
}

function replyTo(
  body: Body,
  { embed, relevance }: Required<Parameters<typeof startSearchModelServer>[0]>,
): unknown {
  const { texts, requests, content, inputText, query, documents, queries, sources } = body;
  if (texts)
    return {
      id: '8d1b3a5e',
      embeddings: { float: texts.map(embed) },
      texts,
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: texts.length } },
      response_type: 'embeddings_by_type',
    };
  if (requests)
    return { embeddings: requests.map((request) => ({ values: embed(textOf(request.content)) })) };
  if (content) return { embedding: { values: embed(textOf(content)) } };
  if (inputText !== undefined) return { embedding: embed(inputText), inputTextTokenCount: 1 };
  if (documents) {
    const results = ranked(documents, (text) => relevance(query ?? '', text));
    return {
      id: 'a1',
      results: results.map(({ index, score }) => ({ index, relevance_score: score })),
      meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
    };
  }
  const question = queries?.[0]?.textQuery.text ?? '';
  const given = (sources ?? []).map(({ inlineDocumentSource }) => inlineDocumentSource.textDocument.text);
  const results = ranked(given, (text) => relevance(question, text));
  return { results: results.map(({ index, score }) => ({ index, relevanceScore: score })) };
}

function ranked(texts: readonly string[], score: (text: string) => number) {
  return texts.map((text, index) => ({ index, score: score(text) })).sort((a, b) => b.score - a.score);
}

function textOf({ parts }: Content): string {
  return parts.map(({ text }) => text).join('');
}
