import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { ChatAnswer, ChatRequest } from '@docent-server/client';
import { begun } from '../../concurrency/begun.ts';
import { present } from '../../kernel/present.ts';
import { createAnswerWriter } from '../answer-writer.ts';
import { type Context, EXIT, type ExitCode, filterOf, type Options, type OutputOptions } from '../context.ts';
import { patiently } from '../patience.ts';
import { oneLine, printable, type Terminal } from '../terminal.ts';

/** Passages shown below a refusal or an unsure answer. */
const RELATED_SHOWN = 3;
/** Characters of a quoted passage beside its answering sentence, from which on that is printed again. */
const BESIDE_MIN = 200;
const FRESH = '/new';

/**
 * `docent ask`: asks a question, or one after another in a conversation.
 *
 * @param words Of the question; without any, or for `-`, it is read from standard input.
 */
export async function askCommand(
  words: readonly string[],
  options: OutputOptions &
    Options<'doc' | 'tag' | 'mode' | 'lang'> & { readonly interactive?: true | undefined },
  context: Context,
): Promise<ExitCode> {
  const { stdin, terminal, signal } = context;
  const given = words.join(' ').trim();
  const { mode, lang } = options;
  const request: ChatRequest = present({ mode, lang: lang || undefined, ...filterOf(options) });
  const ask = async (question: string, conversationId?: string) => {
    const asked = { ...request, question, ...(conversationId && { conversation_id: conversationId }) };
    const reply = await answerTo(asked, options, context);
    if (options.json) terminal.write(`${JSON.stringify(reply)}\n`);
    else printSources(reply, { ...options, isFiltered: request.filter !== undefined }, terminal);
    return reply;
  };
  if (options.interactive || (given === '' && stdin.isTTY)) return converse(given, ask, context);
  const question = given === '' || given === '-' ? (await text(stdin)).trim() : given;
  if (question === '')
    throw new InvalidArgumentError('There is no question. Write it after docent ask, or pipe it in.');
  signal.throwIfAborted();
  return (await ask(question)).meta.refused ? EXIT.noAnswer : EXIT.ok;
}

/**
 * Asks line by line until the input ends. An answer that fails is reported, and the conversation continues.
 *
 * @param first A question to begin with, or an empty text.
 */
async function converse(
  first: string,
  ask: (question: string, conversationId?: string) => Promise<ChatAnswer>,
  { stdin, terminal, signal }: Context,
): Promise<ExitCode> {
  const isTyped = stdin.isTTY === true;
  let conversationId: string | undefined;
  if (isTyped) terminal.write(`Ask your documents. ${FRESH} starts another conversation, Ctrl-D ends.\n`);
  using lines = createInterface({
    input: stdin,
    ...(isTyped && { output: process.stdout }),
    signal,
    prompt: '> ',
  });
  let isClosed = false;
  lines.on('close', () => {
    isClosed = true;
  });
  const take = async (question: string) => {
    if (question === FRESH) conversationId = undefined;
    else if (question !== '') {
      try {
        conversationId = (await ask(question, conversationId)).meta.conversation_id;
      } catch (error) {
        if (signal.aborted || !isTyped) throw error;
        terminal.write(`${printable((error as Error).message)}\n`);
      }
    }
    if (isTyped && !isClosed) lines.prompt();
  };
  // Before it waits: lines that nobody iterates over are lost.
  const typed = lines[Symbol.asyncIterator]();
  await take(first);
  for await (const line of typed) await take(line.trim());
  if (isTyped) terminal.write('\n');
  return EXIT.ok;
}

/** Writes the answer while it comes where somebody watches, and else when it is whole. */
async function answerTo(
  request: ChatRequest,
  { json }: OutputOptions,
  { client, terminal, signal }: Context,
): Promise<ChatAnswer> {
  const isWatched = terminal.columns !== undefined && !json;
  const events = await patiently(() => begun(client.ask(request)), { signal });
  const written = createAnswerWriter(terminal);
  let shown = '';
  for await (const event of events) {
    if (event.type === 'token' && isWatched) {
      written.write(event.delta);
      shown += event.delta;
    }
    if (event.type !== 'done') continue;
    const { answer } = event.reply;
    // The last event counts: a sentence may have been withdrawn after it was shown.
    if (shown !== '' && shown !== answer) written.write('\n\nThe answer, after it was checked:\n');
    if (!json && shown !== answer) written.write(answer);
    written.end();
    return event.reply;
  }
  throw new Error('The answer ended in the middle. Ask again.');
}

function printSources(
  reply: ChatAnswer,
  { quiet, isFiltered }: OutputOptions & { isFiltered: boolean },
  { write }: Terminal,
): void {
  if (quiet) return;
  const { refused, unsure, statements } = reply.meta;
  const list = (lines: readonly string[]) => write(lines.map((line) => `  ${printable(line)}\n`).join(''));
  if (reply.sources.length > 0) {
    write('\n');
    list(reply.sources.map(({ n, label, doc_id }) => `[${n}] ${label} (${doc_id})`));
    const answering = statements.map(({ start, end }) => oneLine(reply.answer.slice(start, end))).join(' … ');
    if (answering !== '' && reply.answer.length - answering.length > BESIDE_MIN) list([`    ${answering}`]);
  }
  if (unsure) write('\nThis may not be what you asked for.\n');
  if ((refused || unsure) && reply.related.length > 0) {
    write(refused ? '\nPassages that may help:\n' : 'Other passages that may help:\n');
    list(reply.related.slice(0, RELATED_SHOWN).map(({ label, doc_id }) => `${label} (${doc_id})`));
  }
  // A mistyped id or tag has no documents.
  if (refused && isFiltered) write('\nOnly documents of --doc and --tag were searched: see docent list.\n');
  const unsupported = statements.filter(({ verdict }) => verdict !== 'supported').length;
  if (unsupported > 0)
    write(`\nNot found in the sources: ${unsupported} of ${statements.length} sentences.\n`);
}
