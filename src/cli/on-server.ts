import { openClient } from './api-client.ts';
import type { Context, TargetOptions } from './context.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { isBroken } from './patience.ts';

const PORT_DEFAULT = 8000;

/**
 * Runs a command against a running server.
 *
 * @param options `apiKey`, `port`: those of this folder's settings, for a command line that names none.
 * @throws {Error} With a message for the user.
 */
export async function onServer(
  { url: givenUrl, key }: TargetOptions,
  run: (context: Context) => Promise<ExitCode>,
  options: Omit<Context, 'client'> & { apiKey: string | undefined; port: string | undefined },
): Promise<ExitCode> {
  const { apiKey, port, ...context } = options;
  const url = givenUrl ?? `http://127.0.0.1:${port || PORT_DEFAULT}`;
  const client = openClient(url, { apiKey: key ?? apiKey });
  try {
    // Fails at once, without the patience for what is in flight.
    const { headers } = await client.request('/health', { signal: context.signal });
    // All replies of Docent have it.
    if (!headers.has('x-correlation-id'))
      throw new Error(`The server at ${url} is not Docent. Name another with --url.`);
    return await run({ ...context, client });
  } catch (error) {
    if (context.signal.aborted) return EXIT.interrupted;
    if (!isBroken(error)) throw error;
    throw new Error(`Cannot reach ${url}. Start the server there, or name another with --url.`, {
      cause: error,
    });
  }
}
