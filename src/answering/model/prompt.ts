import type { Prompt } from '../../ports/language-model.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { inOneLine } from '../../text/quotation.ts';
import type { Conversation } from '../conversation.ts';
import { neutralised, neutralisedLine } from './neutralise.ts';
import { cachedPassageText, type PromptPassage, passageText } from './passage-text.ts';
import { estimateTokens } from './token-estimate.ts';

/** Maximum earlier turns shown with their replies, and the length limit of questions and replies in UTF-16 units. */
const REPLIES_MAX = 4;
const EARLIER_TEXT_MAX = 500;
/** Maximum tokens that a provider adds around messages. */
const FRAME_TOKENS = 32;
/** Minimum part shown of a passage that does not fit by itself, in UTF-16 units. */
const PASSAGE_UNITS_MIN = 200;

export interface PromptParts {
  readonly question: string;
  /** Best first. */
  readonly passages: readonly Passage[];
  readonly conversation: Conversation;
}

/** Tokens that prompt and completion may take together, and those of the completion. */
export interface TokenBudget {
  readonly contextTokens: number;
  readonly completionTokens: number;
}

/**
 * The prompt of an answer: one message of delimited parts, so that nothing in it can start a new turn.
 *
 * @param marker Random letters a–f and digits, which no author of a document or a question can know.
 * @returns `passages` is how many of them fit: the last ones are dropped first, then the earliest turns; the best
 *   passage is cut to the room there is.
 */
export function answerPrompt(
  system: string,
  parts: PromptParts,
  { marker, budget }: { marker: string; budget: TokenBudget },
): { prompt: Prompt; passages: number } {
  const question = part('question', neutralisedLine(parts.question, marker), marker);
  const turns = conversationTexts(parts.conversation, marker);
  const read = parts.passages.map((passage) => cachedPassageText(passage, marker));
  const texts = read.map(({ text }, i) => withoutHeadingOf(text, read[i - 1]?.text));
  const room =
    budget.contextTokens - budget.completionTokens - FRAME_TOKENS - estimateTokens(system + question);
  const frame = estimateTokens(part('1', '', marker));
  const costs = read.map(({ tokens }) => tokens + frame);
  const turnCosts = turns.map((text) => estimateTokens(text));

  let count = texts.length;
  let firstTurn = 0;
  let total = sum(costs) + sum(turnCosts) + frame;
  while (total > room && count > 1) total -= costs[--count]!;
  while (total > room && firstTurn < turns.length) total -= turnCosts[firstTurn++]!;
  if (total > room && count === 1) texts[0] = cutToTokens(texts[0]!, Math.max(0, room - 2 * frame));

  const shown = texts.slice(0, count).map((text, i) => part(String(i + 1), text, marker));
  const earlier = turns.slice(firstTurn).join('\n');
  const message = [...(earlier === '' ? [] : [part('conversation', earlier, marker)]), ...shown, question];
  return { prompt: promptOf(system, message), passages: count };
}

/** A text without its first line, where the text before it begins with the same heading. */
function withoutHeadingOf(text: string, before: string | undefined): string {
  const heading = text.slice(0, text.indexOf('\n') + 1);
  return before?.startsWith(heading) ? text.slice(heading.length) : text;
}

/** The prompt for wording a question for a search. If it is too long, the earliest turns are left out. */
export function expansionPrompt(
  system: string,
  parts: Pick<PromptParts, 'question' | 'conversation'>,
  { marker, budget }: { marker: string; budget: TokenBudget },
): Prompt {
  const question = part('question', neutralisedLine(parts.question, marker), marker);
  const turns = conversationTexts(parts.conversation, marker);
  const earlier = lastWithin(turns, roomBeside(system + question, { marker, budget }));
  const before = earlier.length > 0 ? [part('conversation', earlier.join('\n'), marker)] : [];
  return promptOf(system, [...before, question]);
}

/**
 * The prompt for judging statements, each by the passages that it names.
 *
 * @param parts.passages By their numbers.
 * @returns `statements` is how many of them fit: the last ones are left out.
 */
export function judgementPrompt(
  system: string,
  parts: {
    question: string;
    statements: readonly { readonly text: string; readonly passages: readonly number[] }[];
    passages: ReadonlyMap<number, Passage>;
  },
  options: { marker: string; budget: TokenBudget },
): { prompt: Prompt; statements: number } {
  const { marker } = options;
  const question = part('question', neutralisedLine(parts.question, marker), marker);
  let left = roomBeside(system + question, options);
  const shown = new Map<number, string>();
  const statements: string[] = [];
  for (const [i, { text, passages }] of parts.statements.entries()) {
    const added = passages
      .filter((n) => !shown.has(n))
      .map(
        (n) =>
          [n, part(`passage ${n}`, cachedPassageText(parts.passages.get(n)!, marker).text, marker)] as const,
      );
    const name = `statement ${i + 1} by passage ${passages.join(', ')}`;
    const statement = part(name, neutralised(text, marker), marker);
    left -= estimateTokens(statement, ...added.map(([, passage]) => passage));
    if (left < 0) break;
    for (const [n, passage] of added) shown.set(n, passage);
    statements.push(statement);
  }
  const message = [...shown.values(), question, ...statements];
  return { prompt: promptOf(system, message), statements: statements.length };
}

/** The prompt for suggesting questions. If it is too long, the last passages are left out. */
export function suggestionPrompt(
  system: string,
  parts: { passages: readonly PromptPassage[]; question: string | undefined },
  { marker, budget }: { marker: string; budget: TokenBudget },
): Prompt {
  const last =
    parts.question === undefined ? [] : [part('question', neutralisedLine(parts.question, marker), marker)];
  let left = roomBeside([system, ...last].join(), { marker, budget });
  const passages: string[] = [];
  for (const passage of parts.passages) {
    const text = part('passage', passageText(passage, marker).text, marker);
    left -= estimateTokens(text);
    if (left < 0) break;
    passages.push(text);
  }
  return promptOf(system, [...passages, ...last]);
}

/** Tokens left for the text of one more part. */
function roomBeside(text: string, { marker, budget }: { marker: string; budget: TokenBudget }): number {
  const taken = estimateTokens(text + part('conversation', '', marker)) + budget.completionTokens;
  return budget.contextTokens - taken - FRAME_TOKENS;
}

/** The last of `texts` that fit into `room` tokens. */
function lastWithin(texts: readonly string[], room: number): readonly string[] {
  let left = room;
  let first = texts.length;
  for (; first > 0; first--) {
    left -= estimateTokens(`${texts[first - 1]!}\n`);
    if (left < 0) break;
  }
  return texts.slice(first);
}

function promptOf(system: string, message: readonly string[]): Prompt {
  return { system, messages: [{ role: 'user', text: message.join('\n\n') }] };
}

function part(name: string, text: string, marker: string): string {
  return `⟦${marker} ${name}⟧\n${text}\n⟦/${marker} ${name}⟧`;
}

/** The summary of earlier turns, then a text for each turn, oldest first. */
function conversationTexts({ turns, summary }: Conversation, marker: string): string[] {
  const before = summary.length > 0 ? [`Before: ${neutralisedLine(summary.join(', '), marker)}`] : [];
  const texts = turns.map(({ question, answer }, i) => {
    const asked = `Asked: ${earlierText(question, marker)}`;
    const isReplyShown = i >= turns.length - REPLIES_MAX;
    return isReplyShown ? `${asked}\nReplied: ${earlierText(inOneLine(answer), marker)}` : asked;
  });
  return [...before, ...texts];
}

function earlierText(text: string, marker: string): string {
  return neutralisedLine(text.slice(0, EARLIER_TEXT_MAX), marker);
}

function cutToTokens(text: string, tokens: number): string {
  let length = text.length;
  while (length > PASSAGE_UNITS_MIN && estimateTokens(text.slice(0, length)) > tokens)
    length = Math.max(PASSAGE_UNITS_MIN, Math.floor(length * 0.8));
  return text.slice(0, length).toWellFormed();
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
