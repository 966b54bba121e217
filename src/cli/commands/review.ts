import { present } from '../../kernel/present.ts';
import { type Context, EXIT, type ExitCode, type Options, type OutputOptions } from '../context.ts';
import { patiently } from '../patience.ts';
import { counted, oneLine, printEach } from '../terminal.ts';

/** `docent review list`. */
export async function reviewList(output: OutputOptions, { client, terminal }: Context): Promise<ExitCode> {
  return printEach(client.each('/api/v1/review/pending', { sort: 'demand' }), output, {
    ...{ terminal, none: 'No answer waits for review.', id: (entry) => entry.entry_id },
    text: ({ entry_id, question, answer, asked }) =>
      `${entry_id}  asked ${counted(asked, 'time')}\n  ${oneLine(question)}\n  ${oneLine(answer)}\n\n`,
  });
}

/** `docent review approve`, `docent review reject`. */
export async function reviewDecide(
  verdict: 'approve' | 'reject',
  entryId: string,
  { note, by, answer, tag, quiet }: OutputOptions & Options<'note' | 'by' | 'answer' | 'tag'>,
  { client, terminal, signal }: Context,
): Promise<ExitCode> {
  const params = { path: { entry_id: entryId }, ...(by && { header: { 'x-user-id': by } }) };
  const body = present({ note: note || undefined, answer: answer || undefined, tags: tag && [...tag] });
  const decide = async () => {
    if (verdict === 'reject') await client.post('/api/v1/review/{entry_id}/reject', { params, body });
    else return (await client.post('/api/v1/review/{entry_id}/approve', { params, body })).doc_id;
  };
  const docId = await patiently(decide, { signal });
  if (!quiet) terminal.write(docId ? `Approved. It is in use as document ${docId}.\n` : 'Rejected.\n');
  return EXIT.ok;
}
