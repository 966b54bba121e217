import { openLanguageModel } from '../adapters/models/language/open-language-model.ts';
import { createModelUsage } from '../adapters/models/model-usage.ts';
import { ProviderFailure } from '../adapters/models/provider-failure.ts';
import { openEmbeddingModels } from '../adapters/models/search/open-embedding-models.ts';
import { linkedSignal } from '../concurrency/deadline.ts';
import { asError, RefusedError } from '../errors.ts';
import type { ModelCheck } from '../http/routes/route-parts.ts';
import type { EmbeddingModel } from '../ports/embedding-model.ts';
import type { LogFields, Logger } from '../ports/logger.ts';
import type { Config } from '../settings/config.ts';

/** Less than a request may take. */
const CALL_TIMEOUT_MS = 25_000;
const COMPLETION_TOKENS_MAX = 64;
/** Of what a provider says, in characters. */
const SAID_MAX = 300;

/** What a check may open, use and log to. */
export interface CheckParts {
  readonly opened: AsyncDisposableStack;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Has the language model write. It is opened for this, so that earlier failures do not matter. */
export function checkLanguageModel(config: Config, signal?: AbortSignal): Promise<ModelCheck> {
  const check = async (parts: CheckParts) => {
    const model = parts.opened.use(await openLanguageModel(config, modelParts(config, parts)));
    const prompt = {
      system: 'Answer in one word.',
      messages: [{ role: 'user', text: 'Say hello.' }],
    } as const;
    const options = { completionTokensMax: COMPLETION_TOKENS_MAX, signal: parts.signal };
    for await (const { type } of model?.generate(prompt, options) ?? []) if (type === 'finish') break;
    return { model: model?.id };
  };
  return checked('LLM_PROVIDER, LLM_MODEL, LLM_BASE_URL and the key of the provider', check, signal);
}

/**
 * Has the embedding model embed, in the same way.
 *
 * @param builtIn The built-in one, which is used unless another one is set; undefined before it was trained.
 */
export function checkEmbeddingModel(
  config: Config,
  { builtIn, signal }: { builtIn?: EmbeddingModel | undefined; signal?: AbortSignal } = {},
): Promise<ModelCheck> {
  const check = async (parts: CheckParts) => {
    const models = parts.opened.use(await openEmbeddingModels(config, modelParts(config, parts)));
    const model = models ? models.wanted.open({ dimensions: undefined }) : builtIn;
    const input = { text: 'hello', terms: ['hello'], counts: [1] };
    const [vector] = (await model?.embed([input], { purpose: 'question', signal: parts.signal })) ?? [];
    return { model: model?.id, dimensions: vector?.length };
  };
  return checked('the EMBEDDING settings', check, signal);
}

async function checked(
  settings: string,
  check: (parts: CheckParts) => Promise<{ model: string | undefined; dimensions?: number | undefined }>,
  signal: AbortSignal | undefined,
): Promise<ModelCheck> {
  const { value, error } = await attempt(check, signal);
  return { model: value?.model ?? null, dimensions: value?.dimensions ?? null, error, settings };
}

/** Closes what `work` opens. @returns Its value, or why it failed, in the words of the log. */
export async function attempt<T>(
  work: (parts: CheckParts) => Promise<T>,
  signal?: AbortSignal,
): Promise<{ value: T; error: null } | { value: undefined; error: string }> {
  const logger = lastLine();
  try {
    await using opened = new AsyncDisposableStack();
    using within = linkedSignal(signal ? [signal] : [], {
      afterMs: CALL_TIMEOUT_MS,
      reason: () => new Error(`No answer within ${CALL_TIMEOUT_MS / 1000} s`),
    });
    return { value: await work({ opened, logger, signal: within.signal }), error: null };
  } catch (thrown) {
    signal?.throwIfAborted();
    const { cause } = asError(thrown);
    // A refusal hides from clients what its cause or the log says.
    const hidden = thrown instanceof RefusedError && (cause ? wordsOf(asError(cause)) : logger.line());
    return { value: undefined, error: hidden || wordsOf(asError(thrown)) };
  }
}

/** The message, and of a provider what it said, or why it could not be reached. */
function wordsOf(error: Error): string {
  if (error instanceof ProviderFailure) {
    if (error.said) return `${error.message}: ${error.said.slice(0, SAID_MAX)}`;
    if (error.cause !== undefined) return wordsOf(asError(error.cause));
  }
  // Attempts at several addresses have no message in common.
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}

function modelParts({ llmPrices }: Config, { logger }: CheckParts) {
  const clocks = { now: Date.now, elapsed: () => performance.now(), random: Math.random };
  return { ...clocks, logger, usage: createModelUsage({ prices: llmPrices }) };
}

/** A logger of which the last line can be read. */
export function lastLine(): Logger & { line(): string } {
  let last = '';
  const keep = (message: string, fields: LogFields = {}) => {
    const details = Object.values(fields).map((value) =>
      value instanceof Error ? value.message : String(value),
    );
    last = [message, ...details].join(': ');
  };
  return { debug() {}, info: keep, warn: keep, error: keep, enabled: () => true, line: () => last };
}
