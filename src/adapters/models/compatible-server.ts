import type { Credentials } from '../../kernel/model-providers.ts';
import type { ProviderHttp } from './provider-http.ts';
import { failureOfResponse, type ProviderResponse } from './provider-response.ts';

/** How a server's requests differ from those of the others. */
interface Dialect {
  /** The field that bounds the tokens of a completion. */
  readonly tokensField: 'max_tokens' | 'max_completion_tokens';
  /** Whether a stream must be asked for its usage; the others send it unasked, and may refuse to be asked. */
  readonly isAskedForUsage: boolean;
  /** Maximum of texts in a call for embeddings. */
  readonly textsPerCall: number;
}

interface Provider extends Dialect {
  /** The provider's own URL. */
  readonly url: (credentials: Credentials) => string;
  /** @param apiKey For a server without credentials of its own. Empty: no key is sent. */
  readonly key: (credentials: Credentials, apiKey: string) => string;
  /** Instead of a bearer token. */
  readonly keyHeader?: string;
}

/** A failed call loses no more texts than these. */
const TEXTS_PER_CALL = 256;

const OPENAI = {
  tokensField: 'max_completion_tokens',
  isAskedForUsage: true,
  textsPerCall: TEXTS_PER_CALL,
} as const;
const OTHERS = { tokensField: 'max_tokens', isAskedForUsage: false, textsPerCall: TEXTS_PER_CALL } as const;

const PROVIDERS = {
  openai: {
    ...OPENAI,
    url: () => 'https://api.openai.com/v1',
    key: ({ openaiApiKey }) => openaiApiKey,
  },
  azure: {
    ...OPENAI,
    url: ({ azureResourceName }) => `https://${azureResourceName}.openai.azure.com/openai/v1`,
    key: ({ azureApiKey }) => azureApiKey,
    keyHeader: 'api-key',
  },
  mistral: {
    ...OTHERS,
    url: () => 'https://api.mistral.ai/v1',
    key: ({ mistralApiKey }) => mistralApiKey,
    textsPerCall: 32,
  },
  groq: {
    ...OTHERS,
    url: () => 'https://api.groq.com/openai/v1',
    key: ({ groqApiKey }) => groqApiKey,
  },
  'openai-compatible': {
    ...OTHERS,
    // Its base URL is a required setting.
    url: () => '',
    key: (_, apiKey) => apiKey,
    isAskedForUsage: true,
  },
} as const satisfies Record<string, Provider>;

/** Providers that speak OpenAI's protocol. */
export type CompatibleProvider = keyof typeof PROVIDERS;

export function isCompatible<Name extends string>(
  provider: Name,
): provider is Extract<Name, CompatibleProvider> {
  return Object.hasOwn(PROVIDERS, provider);
}

export type CompatibleServer = ReturnType<typeof compatibleServer>;

/**
 * A model on a server that speaks OpenAI's protocol, whoever runs it.
 *
 * @param of.baseUrl The URL up to `/chat/completions` and `/embeddings`; empty means the provider's own.
 * @param of.apiKey For `openai-compatible`.
 * @param deps.now Milliseconds since the epoch.
 */
export function compatibleServer(
  of: { provider: CompatibleProvider; model: string; baseUrl: string; apiKey: string },
  credentials: Credentials,
  deps: { http: Pick<ProviderHttp, 'post'>; now: () => number },
) {
  const { provider, model } = of;
  const dialect: Provider = PROVIDERS[provider];
  const key = dialect.key(credentials, of.apiKey);
  const [header, value] = dialect.keyHeader ? [dialect.keyHeader, key] : ['authorization', `Bearer ${key}`];
  const headers: Record<string, string> = key === '' ? {} : { [header]: value };
  const baseUrl = (of.baseUrl || dialect.url(credentials)).replace(/\/$/, '');
  const { http, now } = deps;
  return {
    ...{ model, dialect, now },
    /** The model's name in replies and logs, such as `openai/gpt-6-luna`. */
    id: `${provider}/${model}`,
    /** @throws {ProviderFailure} When the status is not 200. */
    async post(path: `/${string}`, body: object, signal: AbortSignal): Promise<ProviderResponse> {
      const response = await http.post(baseUrl + path, { headers, body: JSON.stringify(body), signal });
      if (response.status === 200) return response;
      using _ = response;
      throw await failureOfResponse(response, now());
    },
  };
}
