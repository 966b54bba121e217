import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange } from '../http-exchange.ts';

type Send = (port: number, id: string) => Promise<unknown>;

/** A request of each kind, by how it ends. */
export const KINDS: Readonly<Record<string, Send>> = {
  'answered (200)': call('POST', '/api/v1/chat', '{"question":"hello"}'),
  'streamed (200)': call('POST', '/api/v1/chat/stream', '{"question":"hello"}'),
  'accepted (202)': call('POST', '/api/v1/ingest', '{"url":"http://docs.example.org/a.txt"}'),
  'answered without a body (HEAD)': call('HEAD', '/health'),
  'answered with what is allowed (OPTIONS)': call('OPTIONS', '/api/v1/chat'),
  'malformed JSON (400)': call('POST', '/api/v1/chat', '{"question"'),
  'malformed in its address (400)': call('GET', '/%zz'),
  'without a key (401)': call('GET', '/api/v1/feedback', undefined, { 'x-api-key': '' }),
  'for nothing (404)': call('GET', '/nothing-here'),
  'for an unknown document (404)': call('GET', '/api/v1/ingest/status/nobody'),
  'of a wrong method (405)': call('PUT', '/api/v1/chat'),
  'for a proxy (CONNECT)': raw('CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n'),
  'too large (413)': call('POST', '/api/v1/chat', `{"question":"${'x'.repeat(1_100_000)}"}`),
  'of a wrong type (415)': call('POST', '/api/v1/chat', 'hello', { 'content-type': 'text/plain' }),
  'invalid (422)': call('POST', '/api/v1/chat', '{}'),
  'of headers too large (431)': raw(
    `GET /health HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  ),
  'no HTTP (400)': raw('nonsense\r\n\r\n'),
  'left by its client': async (port, id) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /api/v1/ingest/upload HTTP/1.1\r\nHost: a\r\nX-API-Key: log-key\r\nX-Correlation-Id: ${id}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 50000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\nText`,
    );
    await sleep(50);
    socket.destroy();
  },
};

function call(method: string, path: string, body?: string, headers: Record<string, string> = {}): Send {
  return async (port, id) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        'x-correlation-id': id,
        'x-api-key': 'log-key',
        'content-type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    await response.arrayBuffer();
  };
}

function raw(bytes: string): Send {
  return (port) => exchange(port, Buffer.from(bytes), { isWhole: true, isHead: false });
}
