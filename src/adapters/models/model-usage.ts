import { type TokenPrices, tokenCost } from '../../kernel/token-prices.ts';
import type { ModelCalls } from '../../ports/model-calls.ts';

/** Counters of all models. */
export interface ModelUsage {
  count(model: string, more: Partial<Omit<ModelCalls, 'cost'>>): void;
  /** @param isDown Whether calls to the model are withheld; evaluated on every read. */
  watch(model: string, isDown: () => boolean): void;
  /** By id, such as `openai/gpt-6-luna`. */
  snapshot(): ReadonlyMap<string, ModelCalls>;
  /** Whether calls are withheld, by id of the watched models. */
  down(): ReadonlyMap<string, boolean>;
}

const NOTHING: ModelCalls = {
  calls: 0,
  failures: 0,
  retries: 0,
  declined: 0,
  promptTokens: 0,
  completionTokens: 0,
  cost: null,
};

export function createModelUsage({ prices }: { prices: TokenPrices }): ModelUsage {
  const counters = new Map<string, ModelCalls>();
  const watched = new Map<string, () => boolean>();
  return {
    count(model, more) {
      const before = counters.get(model) ?? NOTHING;
      const promptTokens = before.promptTokens + (more.promptTokens ?? 0);
      const completionTokens = before.completionTokens + (more.completionTokens ?? 0);
      counters.set(model, {
        calls: before.calls + (more.calls ?? 0),
        failures: before.failures + (more.failures ?? 0),
        retries: before.retries + (more.retries ?? 0),
        declined: before.declined + (more.declined ?? 0),
        promptTokens,
        completionTokens,
        cost: tokenCost(prices, model, { promptTokens, completionTokens }),
      });
    },
    watch: (model, isDown) => void watched.set(model, isDown),
    snapshot: () => new Map(counters),
    down: () => new Map([...watched].map(([model, isDown]) => [model, isDown()])),
  };
}
