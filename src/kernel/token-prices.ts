/** US dollars per million tokens, by model id with or without its provider. */
export type TokenPrices = Readonly<Record<string, { readonly prompt: number; readonly completion: number }>>;

/** @returns US dollars; null when the model has no price. */
export function tokenCost(
  prices: TokenPrices,
  model: string,
  { promptTokens, completionTokens }: { promptTokens: number; completionTokens: number },
): number | null {
  const price = priceOf(prices, model) ?? priceOf(prices, model.slice(model.indexOf('/') + 1));
  return price ? (promptTokens * price.prompt + completionTokens * price.completion) / 1_000_000 : null;
}

function priceOf(prices: TokenPrices, model: string) {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}
