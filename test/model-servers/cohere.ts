import { type Family, type ModelServer, startScriptedServer } from './scripted-server.ts';

/** Plays `POST /v2/chat`, streamed, in the shapes that api.cohere.com sends. */
export function startCohereServer(): Promise<ModelServer> {
  return startScriptedServer(cohereFamily);
}

/** An answer that is declined is a text like any other. */
const FINISH_REASON = { stop: 'COMPLETE', length: 'MAX_TOKENS', refused: 'COMPLETE' } as const;

const cohereFamily: Family = {
  basePath: '/v2',
  callOf: (path, body) =>
    path === '/chat' && (body as { stream?: boolean }).stream === true ? 'stream' : undefined,
  frames: ({ pieces, finish, usage }) => {
    const tokens = {
      input_tokens: usage?.promptTokens ?? 0,
      output_tokens: usage?.completionTokens ?? 0,
    };
    return {
      begin: [
        frame('message-start', {
          id: '29f14a5a-11de-4cae-9800-25e4747408ea',
          delta: {
            message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] },
          },
        }),
        frame('content-start', { index: 0, delta: { message: { content: { type: 'text', text: '' } } } }),
      ],
      pieces: pieces.map((text) =>
        frame('content-delta', { index: 0, delta: { message: { content: { text } } } }),
      ),
      end: [
        frame('content-end', { index: 0 }),
        frame('message-end', {
          delta: { finish_reason: FINISH_REASON[finish], usage: { billed_units: tokens, tokens } },
        }),
        'data: [DONE]\n\n',
      ],
    };
  },
  whole: ({ pieces }) => ({
    message: { role: 'assistant', content: [{ type: 'text', text: pieces.join('') }] },
  }),
  error: (_, message) => ({ id: 'a0c3e9a1-3b2f-4c9d-8a1b-6c5f0f6f2b11', message }),
  // It ends the message and says why beside the reason.
  errorFrame: (error) =>
    frame('message-end', {
      delta: {
        error,
        finish_reason: 'ERROR',
        usage: { tokens: { input_tokens: 0, output_tokens: 0 } },
      },
    }),
};

function frame(type: string, more: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
}
