import { present } from '../../kernel/present.ts';
import { type Context, EXIT, type ExitCode, filterOf, type Options, type OutputOptions } from '../context.ts';
import { patiently } from '../patience.ts';
import { oneLine } from '../terminal.ts';

/** Characters of a passage that has no sentence to quote. */
const EXCERPT_MAX = 200;

/** `docent search`: prints passages, each with its score, its place, and its best sentence. */
export async function searchCommand(
  words: readonly string[],
  { limit, doc, tag, json, quiet }: OutputOptions & Options<'limit' | 'doc' | 'tag'>,
  { client, terminal, signal }: Context,
): Promise<ExitCode> {
  const body = present({ query: words.join(' '), limit, ...filterOf({ doc, tag }) });
  const reply = await patiently(() => client.post('/api/v1/search', { body }), { signal });
  const { passages } = reply;
  if (json) terminal.write(`${JSON.stringify(reply)}\n`);
  else if (quiet) for (const id of new Set(passages.map(({ doc_id }) => doc_id))) terminal.write(`${id}\n`);
  else
    for (const { score, label, doc_id, text, start, quotes } of passages) {
      const [best] = quotes;
      const excerpt = best ? text.slice(best.start - start, best.end - start) : text.slice(0, EXCERPT_MAX);
      terminal.write(`${score.toFixed(2)}  ${oneLine(label)} (${doc_id})\n`);
      terminal.write(`      ${oneLine(excerpt)}\n`);
    }
  return passages.length > 0 ? EXIT.ok : EXIT.noAnswer;
}
