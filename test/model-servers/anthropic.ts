import { type Family, type ModelServer, startScriptedServer } from './scripted-server.ts';

/** Plays `POST /v1/messages`, streamed, in the shapes that api.anthropic.com sends. */
export function startAnthropicServer(): Promise<ModelServer> {
  return startScriptedServer(anthropicFamily);
}

const STOP_REASON = { stop: 'end_turn', length: 'max_tokens', refused: 'refusal' } as const;

const anthropicFamily: Family = {
  basePath: '/v1',
  callOf: (path) => (path === '/messages' ? 'stream' : undefined),
  frames: ({ pieces, finish, usage }, body) => ({
    begin: [
      frame('message_start', {
        message: {
          id: 'msg_01XhWqDgE8nXw3o7rS2bVtLk',
          type: 'message',
          role: 'assistant',
          model: (body as { model: string }).model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: usage?.promptTokens ?? 0,
            cache_creation_input_tokens: 0,
            cache_read_input_tokens: 0,
            output_tokens: 1,
            service_tier: 'standard',
          },
        },
      }),
      frame('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      frame('ping', {}),
    ],
    pieces: pieces.map((text) =>
      frame('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    ),
    end: [
      frame('content_block_stop', { index: 0 }),
      frame('message_delta', {
        delta: { stop_reason: STOP_REASON[finish], stop_sequence: null },
        usage: { output_tokens: usage?.completionTokens ?? 0 },
      }),
      frame('message_stop', {}),
    ],
  }),
  whole: ({ pieces }) => ({ type: 'message', content: [{ type: 'text', text: pieces.join('') }] }),
  error: (status, message) => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message },
    request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
  }),
  errorFrame: (message) => frame('error', { error: { type: 'overloaded_error', message } }),
};

function frame(type: string, more: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
}
