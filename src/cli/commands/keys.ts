import { present } from '../../kernel/present.ts';
import type { Scope } from '../../ports/access-store.ts';
import { type Context, EXIT, type ExitCode, type Options, type OutputOptions } from '../context.ts';
import { printable, printEach } from '../terminal.ts';

/** `docent keys create`. */
export async function keysCreate(
  name: string,
  options: OutputOptions &
    Options<'tag' | 'expires' | 'requestsPerMinute' | 'answersPerDay'> & { readonly scope: readonly Scope[] },
  { client, terminal }: Context,
): Promise<ExitCode> {
  const { scope, tag, expires, requestsPerMinute, answersPerDay, json, quiet } = options;
  const body = present({
    ...{ name, scopes: [...scope], tags: tag && [...tag] },
    expires_at: expires === undefined ? undefined : new Date(expires).toISOString(),
    requests_per_minute: requestsPerMinute,
    answers_per_day: answersPerDay,
  });
  const created = await client.post('/api/v1/keys', { body });
  if (json) terminal.write(`${JSON.stringify(created)}\n`);
  else if (quiet) terminal.write(`${created.key}\n`);
  else terminal.write(`${created.key}\nStore it now: it cannot be shown again.\n`);
  return EXIT.ok;
}

/** `docent keys list`. */
export async function keysList(output: OutputOptions, { client, terminal }: Context): Promise<ExitCode> {
  return printEach(client.each('/api/v1/keys'), output, {
    ...{ terminal, none: 'There are no keys but API_KEY.', id: ({ name }) => name },
    text: ({ name, prefix, scopes, tags, answers_used, answers_per_day, expires_at, last_used_at }) => {
      const facts = [
        `${prefix}…`,
        scopes.join(' '),
        ...(tags ? [`sees ${tags.map(printable).join(', ')}`] : []),
        ...(answers_per_day === null ? [] : [`${answers_used ?? '?'} of ${answers_per_day} answers`]),
        ...(expires_at ? [`until ${expires_at}`] : []),
        `last used ${last_used_at ?? 'never'}`,
      ];
      return `${name}\n  ${facts.join(', ')}\n`;
    },
  });
}

/** `docent keys revoke`. */
export async function keysRevoke(
  name: string,
  { quiet }: OutputOptions,
  { client, terminal }: Context,
): Promise<ExitCode> {
  await client.delete('/api/v1/keys/{name}', { params: { path: { name } } });
  if (!quiet) terminal.write('Revoked.\n');
  return EXIT.ok;
}
