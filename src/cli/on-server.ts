import { openClient } from './api-client.ts';
import { type Context, EXIT, type ExitCode, type TargetOptions } from './context.ts';
import { isBroken, patiently } from './patience.ts';

const PORT_DEFAULT = 8000;

/**
 * Runs a command against a running server.
 *
 * @param options `apiKey`, `port`: those of this folder's settings, for a command line that names none. `waits`: for a
 * server that is about to start.
 * @throws {Error} With a message for the user.
 */
export async function onServer(
  { url: givenUrl, key }: TargetOptions,
  run: (context: Context) => Promise<ExitCode>,
  options: Omit<Context, 'client'> & {
    apiKey: string | undefined;
    port: string | undefined;
    waits?: boolean | undefined;
  },
): Promise<ExitCode> {
  const { apiKey, port, waits, ...context } = options;
  const url = givenUrl ?? `http://127.0.0.1:${port || PORT_DEFAULT}`;
  const { signal } = context;
  const client = openClient(url, { apiKey: key ?? apiKey, signal });
  const unreachable = `Cannot reach ${url}. Start the server there, or name another with --url.`;
  const call = () => client.request('/health');
  try {
    const { headers } = await (waits ? patiently(call, { signal, unreachable }) : call());
    // All replies of Docent have it.
    if (!headers.has('x-correlation-id'))
      throw new Error(`The server at ${url} is not Docent. Name another with --url.`);
    return await run({ ...context, client });
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    if (!isBroken(error)) throw error;
    throw new Error(unreachable, { cause: error });
  }
}
