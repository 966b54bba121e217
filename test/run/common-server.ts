/** A server with one URL, until it is disposed of. */
export interface RunningServer extends AsyncDisposable {
  readonly url: string;
}

/** Set by the runner: which server of a kind runs there for the test files. */
export const COMMON_SERVERS_URL = 'TEST_COMMON_SERVERS_URL';

/**
 * The server of this kind that the runner starts once for all test files. Each is to use a database, a prefix or a bucket
 * of its own in it, and none may stop it. Without the runner it is a new one.
 */
export async function commonServer(
  kind: string,
  start: () => Promise<RunningServer>,
): Promise<RunningServer> {
  const runner = process.env[COMMON_SERVERS_URL];
  if (!runner) return start();
  const reply = await fetch(`${runner}/${kind}`);
  const text = await reply.text();
  if (!reply.ok) throw new Error(text);
  return { url: text, [Symbol.asyncDispose]: async () => {} };
}
