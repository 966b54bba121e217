import { crc32 } from 'node:zlib';
import { type Family, type ModelServer, startScriptedServer } from './scripted-server.ts';

/** Plays `POST /model/{id}/converse-stream` of Amazon Bedrock, in the binary frames that its runtime sends. */
export function startBedrockServer(): Promise<ModelServer> {
  return startScriptedServer(bedrockFamily);
}

const STOP_REASON = { stop: 'end_turn', length: 'max_tokens', refused: 'guardrail_intervened' } as const;

const bedrockFamily: Family = {
  basePath: '',
  mediaType: 'application/vnd.amazon.eventstream',
  callOf: (path) => (/^\/model\/[^/]+\/converse-stream$/.test(path) ? 'stream' : undefined),
  frames: ({ pieces, finish, usage }) => ({
    begin: [eventFrame('messageStart', { role: 'assistant' })],
    pieces: pieces.map((text) => eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text } })),
    end: [
      eventFrame('contentBlockStop', { contentBlockIndex: 0 }),
      eventFrame('messageStop', { stopReason: STOP_REASON[finish] }),
      eventFrame('metadata', {
        metrics: { latencyMs: 551 },
        ...(usage && {
          usage: {
            inputTokens: usage.promptTokens,
            outputTokens: usage.completionTokens,
            totalTokens: usage.promptTokens + usage.completionTokens,
          },
        }),
      }),
    ],
  }),
  whole: () => ({}),
  error: (_, message) => ({ message }),
  errorFrame: (message) =>
    frameOf(
      { ':exception-type': 'modelStreamErrorException', ':message-type': 'exception' },
      JSON.stringify({ message }),
    ),
};

/** @param payload JSON is made of it, with the padding that hides how long the text is. */
export function eventFrame(type: string, payload: object): Buffer {
  return frameOf(
    { ':event-type': type, ':message-type': 'event' },
    JSON.stringify({ ...payload, p: 'abcdefgh' }),
  );
}

/**
 * A frame of `application/vnd.amazon.eventstream` (https://smithy.io/2.0/aws/amazon-eventstream.html): two lengths and
 * their checksum, headers, payload, and the checksum of it all.
 */
export function frameOf(named: Readonly<Record<string, string>>, body: string): Buffer {
  const all = { ...named, ':content-type': 'application/json' };
  const headers = Buffer.concat(Object.entries(all).map(([name, value]) => headerOf(name, value)));
  const payload = Buffer.from(body);
  const lengths = Buffer.concat([uint32(headers.length + payload.length + 16), uint32(headers.length)]);
  const unsigned = Buffer.concat([lengths, uint32(crc32(lengths)), headers, payload]);
  return Buffer.concat([unsigned, uint32(crc32(unsigned))]);
}

const STRING_TYPE = 7;

function headerOf(name: string, value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([STRING_TYPE, bytes.length >> 8, bytes.length & 0xff]),
    bytes,
  ]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
