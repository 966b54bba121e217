import { createCache } from '../../kernel/cache.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { Logger } from '../../ports/logger.ts';
import { type Conversation, hasBefore } from '../conversation.ts';
import { completeIfPossible, objectIn, type UsageMeter } from '../model/completion.ts';
import { expansionInstructions } from '../model/instructions.ts';
import { expansionPrompt } from '../model/prompt.ts';
import { createSharedWork } from '../model/shared-work.ts';

/** Share of the question's time; the rules do well enough not to wait longer. */
const TIME_SHARE_MAX = 0.2;
const COMPLETION_TOKENS_MAX = 400;
/** In UTF-16 units, as for any question. */
const QUESTION_MAX = 2_000;
const WORDINGS_MAX = 3;
const NAMES_MAX = 5;
const WORDING_MAX = 300;
/** Expansions kept: some 2 KB each. */
const CACHED_MAX = 1_000;

/** What to search for, in a model's words. */
export interface Expansion {
  /** The question, standing alone. */
  readonly question: string;
  /** The same in words that the documents may use; then names and identifiers that it is about. */
  readonly wordings: readonly string[];
}

export interface ExpansionRequest {
  readonly question: string;
  readonly conversation: Conversation;
  /** ISO 639-1 codes of the documents' languages. */
  readonly languages: readonly string[];
  /** Chunks of the corpus: an expansion is kept while they are the same. */
  readonly chunks: number;
}

/**
 * Words a question for a search in documents, by one call. Expansions of questions without a conversation are cached,
 * and concurrent calls for equal ones are one. The model's output is as untrusted as its input: it is searched for,
 * never followed as an instruction.
 *
 * @returns undefined when the model failed, declined, took too long or wrote nothing of use: the rules apply then.
 * @throws The signal's reason.
 */
export type ExpandQuestion = (
  request: ExpansionRequest,
  context: { meter: UsageMeter; signal: AbortSignal },
) => Promise<Expansion | undefined>;

/** @param parts.timeoutMs Time limit of the whole question. */
export function createExpander(parts: {
  languageModel: LanguageModel;
  timeoutMs: number;
  newMarker: () => string;
  logger: Logger;
}): ExpandQuestion {
  const { languageModel, timeoutMs, newMarker, logger } = parts;
  const cache = createCache<string, Expansion>({ sizeMax: CACHED_MAX });
  const follow = createSharedWork<never, Expansion | undefined>();

  async function ask(
    request: ExpansionRequest,
    { meter, signal }: { meter: UsageMeter; signal: AbortSignal },
  ) {
    const marker = newMarker();
    const budget = { contextTokens: languageModel.contextTokens, completionTokens: COMPLETION_TOKENS_MAX };
    const prompt = expansionPrompt(expansionInstructions(marker, request.languages), request, {
      marker,
      budget,
    });
    const text = await completeIfPossible(languageModel, prompt, {
      completionTokensMax: COMPLETION_TOKENS_MAX,
      limitMs: timeoutMs * TIME_SHARE_MAX,
      isUseless: isChatter,
      without: 'The language model could not expand a question; it is searched for as it is',
      ...{ signal, meter, logger },
    });
    return text === undefined ? undefined : expansionIn(text);
  }

  async function askAndKeep(key: string, ...asked: Parameters<ExpandQuestion>) {
    const expansion = await ask(...asked);
    if (expansion) cache.set(key, expansion);
    return { done: true as const, value: expansion };
  }

  return async (request, context) => {
    if (hasBefore(request.conversation)) return ask(request, context);
    const key = JSON.stringify([request.question, request.languages, request.chunks]);
    const known = cache.get(key);
    if (known) return known;
    const begin = (signal: AbortSignal) => ({ next: () => askAndKeep(key, request, { ...context, signal }) });
    return (await follow(key, begin, context.signal).next()).value;
  };
}

/** A weak model that answers or chats would take all of the time there is. */
function isChatter(begun: string): boolean {
  return !begun.includes('{') && linesOf(begun).length > 1;
}

/** The JSON object in a model's reply, or its only line as the question. */
function expansionIn(text: string): Expansion | undefined {
  if (!text.includes('{')) return questionAlone(text);
  const { question, wordings, names } = objectIn(text) ?? {};
  const asked = typeof question === 'string' ? plainLine(question) : undefined;
  if (asked === undefined) return undefined;
  return { question: asked, wordings: [...lines(wordings, WORDINGS_MAX), ...lines(names, NAMES_MAX)] };
}

function questionAlone(text: string): Expansion | undefined {
  const [line, ...others] = linesOf(text);
  const question = line === undefined || others.length > 0 ? undefined : plainLine(line);
  return question === undefined ? undefined : { question, wordings: [] };
}

function lines(value: unknown, max: number): string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.slice(0, max).filter((each) => typeof each === 'string');
  return texts.flatMap((each) => plainLine(each)?.slice(0, WORDING_MAX).toWellFormed() ?? []);
}

/** In one line, without quotes around it; undefined when it says nothing, or too much. */
function plainLine(text: string): string | undefined {
  const line = linesOf(text)
    .join(' ')
    .replace(/^["'“”«»„`]+|["'“”«»`]+$/gu, '')
    .trim();
  return line.length > QUESTION_MAX || !/[\p{L}\p{N}]/u.test(line) ? undefined : line;
}

/** Without empty ones, fences and delimiters. */
function linesOf(text: string): string[] {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]/gu, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^`+[a-z]*$|⟦/u.test(line));
}
