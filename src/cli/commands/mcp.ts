import { createInterface } from 'node:readline';
import type { Client, Problem } from '@docent-server/client';
import { type LinkedSignal, linkedSignal } from '../../concurrency/deadline.ts';
import { inParallel } from '../../concurrency/in-parallel.ts';
import { asError } from '../../errors.ts';
import { type Context, EXIT, type ExitCode } from '../context.ts';

/** Further messages wait until the server has answered one. */
const UNDERWAY_MAX = 16;
/** JSON-RPC leaves -32000 to -32099 to servers. */
const SERVER_ERROR = -32_000;
const PARSE_ERROR = -32_700;

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/**
 * `docent mcp`: passes the messages of a client of the Model Context Protocol, one a line, to the `/mcp` of a running
 * server, and its answers back. Ends when the input does.
 */
export async function mcpCommand(_: object, { client, stdin, terminal, signal }: Context): Promise<ExitCode> {
  const output = (line: string) => terminal.write(`${line}\n`);
  const underway = new Map<string | number, LinkedSignal>();
  using lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY, signal });
  await inParallel(lines, UNDERWAY_MAX, async (line) => {
    if (line.trim() === '') return;
    const message = parsed(line);
    if (!message) return output(errorLine(null, PARSE_ERROR, 'This line is not a JSON-RPC message.'));
    const { id, method, params } = message;
    if (method === 'notifications/cancelled') underway.get(params?.requestId as string | number)?.abort();
    using cancel = linkedSignal([signal]);
    if (id !== undefined) underway.set(id, cancel);
    try {
      for (const answer of await answersTo(message, client, cancel.signal)) output(answer);
    } catch (error) {
      // Nobody waits for the answer to a notification, or to what was cancelled.
      if (id === undefined || cancel.signal.aborted) return;
      output(errorLine(id, SERVER_ERROR, asError(error).message));
    } finally {
      if (id !== undefined) underway.delete(id);
    }
  });
  return EXIT.ok;
}

/** The server's answers, each a JSON text in one line; none to a notification. @throws {Error} For the user. */
async function answersTo(
  message: Message,
  client: Pick<Client, 'request'>,
  signal: AbortSignal,
): Promise<string[]> {
  const init = { method: 'POST', headers: headersOf(message), body: JSON.stringify(message), signal };
  const response = await client.request('/mcp', init);
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/problem+json')) throw new Error((JSON.parse(text) as Problem).detail);
  if (type.startsWith('text/event-stream'))
    return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => data!);
  return type.startsWith('application/json') ? [JSON.stringify(JSON.parse(text))] : [];
}

/** Over HTTP, newer revisions of the protocol want parts of the message in the headers as well. */
function headersOf({ method, params }: Message): Record<string, string> {
  const meta = params?._meta as Readonly<Record<string, unknown>> | undefined;
  const version = meta?.['io.modelcontextprotocol/protocolVersion'];
  const name = params?.name ?? params?.uri;
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(typeof version === 'string' && {
      'mcp-protocol-version': version,
      ...(method !== undefined && { 'mcp-method': method }),
      ...(typeof name === 'string' && { 'mcp-name': name }),
    }),
  };
}

function parsed(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

function errorLine(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
