import { type TokenPrices, tokenCost } from '../../kernel/token-prices.ts';
import type { ModelCalls } from '../../ports/model-calls.ts';

/** Counters of all models. */
export type ModelUsage = ReturnType<typeof createModelUsage>;

const NOTHING = { calls: 0, failures: 0, retries: 0, declined: 0, promptTokens: 0, completionTokens: 0 };

export function createModelUsage({ prices }: { prices: TokenPrices }) {
  const counters = new Map<string, ModelCalls>();
  const watched = new Map<string, () => boolean>();
  return {
    count(model: string, more: Partial<Omit<ModelCalls, 'cost'>>): void {
      const counted = { ...NOTHING, ...counters.get(model) };
      for (const name of Object.keys(more) as (keyof typeof more)[]) counted[name] += more[name] ?? 0;
      counters.set(model, { ...counted, cost: tokenCost(prices, model, counted) });
    },
    /** @param isDown Whether calls to the model are withheld; evaluated on every read. */
    watch: (model: string, isDown: () => boolean) => void watched.set(model, isDown),
    /** By id, such as `openai/gpt-6-luna`. */
    snapshot: (): ReadonlyMap<string, ModelCalls> => new Map(counters),
    /** Whether calls are withheld, by id of the watched models. */
    down: (): ReadonlyMap<string, boolean> =>
      new Map([...watched].map(([model, isDown]) => [model, isDown()])),
  };
}
