import { type Family, type ModelServer, type Said, startScriptedServer } from './scripted-server.ts';

/** Plays `POST /v1beta/models/{model}:streamGenerateContent?alt=sse`, in the shapes of the Gemini API. */
export function startGoogleServer(): Promise<ModelServer> {
  return startScriptedServer(googleFamily);
}

const FINISH_REASON = { stop: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' } as const;

const googleFamily: Family = {
  basePath: '/v1beta',
  callOf: (path) => {
    if (/^\/models\/[^/]+:streamGenerateContent\?alt=sse$/.test(path)) return 'stream';
    return /^\/models\/[^/]+:generateContent$/.test(path) ? 'whole' : undefined;
  },
  frames: ({ pieces, finish, usage }) => ({
    begin: [],
    pieces: pieces.map((text) => frame({ content: contentOf(text), index: 0 })),
    end: [frame({ content: contentOf(''), finishReason: FINISH_REASON[finish], index: 0 }, usage)],
  }),
  whole: ({ pieces, finish }) => ({
    candidates: [{ content: contentOf(pieces.join('')), finishReason: FINISH_REASON[finish], index: 0 }],
  }),
  error: (code, message) => ({
    error: { code, message, status: code === 429 ? 'RESOURCE_EXHAUSTED' : 'INTERNAL' },
  }),
  errorFrame: (message) =>
    `data: ${JSON.stringify({ error: { code: 500, message, status: 'INTERNAL' } })}\r\n\r\n`,
};

function contentOf(text: string) {
  return { parts: [{ text }], role: 'model' };
}

function frame(candidate: object, usage: Said['usage'] = null): string {
  const told = usage && {
    usageMetadata: {
      promptTokenCount: usage.promptTokens,
      candidatesTokenCount: usage.completionTokens,
      totalTokenCount: usage.promptTokens + usage.completionTokens,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: usage.promptTokens }],
    },
  };
  const body = {
    candidates: [candidate],
    ...told,
    modelVersion: 'gemini-2.5-flash',
    responseId: 'q4YfaZ6yKoTgz7IP',
  };
  return `data: ${JSON.stringify(body)}\r\n\r\n`;
}
