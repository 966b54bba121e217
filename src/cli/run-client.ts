import { openClient } from './api-client.ts';
import type { ClientCommand } from './command-line.ts';
import { ingestCommand } from './ingest-command.ts';
import { mcpCommand } from './mcp-command.ts';
import { isBroken, patiently } from './patience.ts';
import { reindexCommand } from './reindex-command.ts';
import type { Terminal } from './terminal.ts';
import { watchCommand } from './watch-command.ts';

const PORT_DEFAULT = 8000;

/**
 * Runs a client command against a running server.
 *
 * @param options `apiKey`, `port`: those of this folder's settings, for a command that names none. `signal`: ends it
 * early.
 * @returns Whether everything succeeded.
 * @throws {Error} With a message for the user.
 */
export async function runClient(
  command: ClientCommand,
  options: {
    apiKey: string | undefined;
    port: string | undefined;
    cwd: string;
    terminal: Terminal;
    stdin: NodeJS.ReadableStream;
    signal: AbortSignal;
  },
): Promise<boolean> {
  const { terminal, cwd, signal } = options;
  const { tags } = command;
  const url = command.url ?? `http://127.0.0.1:${options.port || PORT_DEFAULT}`;
  const apiKey = command.key ?? options.apiKey;
  const client = openClient(url, { apiKey });
  const common = { client, tags, cwd, terminal, signal };
  try {
    // Fails at once, without the patience for a file in flight.
    await client.request('/health', { signal });
    if (command.name === 'mcp') {
      const output = (line: string) => terminal.write(`${line}\n`);
      await mcpCommand({ client, input: options.stdin, output, signal });
      return true;
    }
    if (command.name === 'reindex') return await reindexCommand({ ...common, from: command.from });
    if (command.name === 'ingest') return await ingestCommand(command.paths, common);
    // Deletions need it, and the first one may be hours away.
    await patiently(() => client.get('/api/v1/settings', { signal }), { signal });
    await watchCommand(command.folder, { ...common, allowEmpty: command.allowEmpty });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    if (!isBroken(error)) throw error;
    throw new Error(`Cannot reach ${url}. Start the server there, or name another with --url.`, {
      cause: error,
    });
  }
}
