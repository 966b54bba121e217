import type { Credentials } from '../../kernel/model-providers.ts';

/** Where and how an SDK provider calls; without `baseURL` at its public address. */
export interface SdkCall {
  readonly fetch: typeof globalThis.fetch;
  readonly baseURL?: string;
}

/** @param baseUrl Empty means the provider's own. */
export function sdkCallOf(baseUrl: string, { fetch }: Pick<SdkCall, 'fetch'>): SdkCall {
  return { fetch, ...(baseUrl === '' ? {} : { baseURL: baseUrl }) };
}

/**
 * The providers with a protocol of their own, through the AI SDK. Loads only the package needed. Empty settings must not
 * reach a package: it would read the environment itself.
 */
export const SDK_PROVIDERS = {
  anthropic: async ({ anthropicApiKey: apiKey }: Credentials, call: SdkCall) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ apiKey, baseURL: 'https://api.anthropic.com/v1', ...call });
  },
  google: async ({ googleApiKey: apiKey }: Credentials, call: SdkCall) => {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ apiKey, ...call });
  },
  bedrock: async (credentials: Credentials, call: SdkCall) => {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
    return createAmazonBedrock({
      region: credentials.awsRegion,
      accessKeyId: credentials.awsAccessKeyId,
      secretAccessKey: credentials.awsSecretAccessKey,
      ...(credentials.awsSessionToken === '' ? {} : { sessionToken: credentials.awsSessionToken }),
      // Blank means none: the environment's token is not the operator's choice here.
      apiKey: ' ',
      ...call,
    });
  },
  cohere: async ({ cohereApiKey: apiKey }: Credentials, call: SdkCall) => {
    const { createCohere } = await import('@ai-sdk/cohere');
    return createCohere({ apiKey, ...call });
  },
} as const;

export type SdkProvider = Awaited<ReturnType<(typeof SDK_PROVIDERS)[keyof typeof SDK_PROVIDERS]>>;
