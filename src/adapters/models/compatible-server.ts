import type { Credentials } from '../../kernel/model-providers.ts';
import type { ProviderHttp } from './provider-http.ts';

/** A model on a server that speaks OpenAI's protocol, whoever runs it. */
export interface CompatibleServer {
  /** The model's name in replies and logs, such as `openai/gpt-6-luna`. */
  readonly id: string;
  readonly model: string;
  /** The URL up to `/chat/completions` and `/embeddings`. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly dialect: Dialect;
  readonly http: Pick<ProviderHttp, 'post'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

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

/**
 * @param of.baseUrl Empty means the provider's own.
 * @param of.apiKey For `openai-compatible`.
 */
export function compatibleServer(
  of: { provider: CompatibleProvider; model: string; baseUrl: string; apiKey: string },
  credentials: Credentials,
  { http, now }: Pick<CompatibleServer, 'http' | 'now'>,
): CompatibleServer {
  const { provider, model } = of;
  const dialect: Provider = PROVIDERS[provider];
  const key = dialect.key(credentials, of.apiKey);
  const [header, value] = dialect.keyHeader ? [dialect.keyHeader, key] : ['authorization', `Bearer ${key}`];
  return {
    id: `${provider}/${model}`,
    model,
    baseUrl: of.baseUrl || dialect.url(credentials),
    headers: key === '' ? {} : { [header]: value },
    dialect,
    ...{ http, now },
  };
}

/** The URL of a call. */
export function endpointOf({ baseUrl }: Pick<CompatibleServer, 'baseUrl'>, path: `/${string}`): string {
  return `${baseUrl.replace(/\/$/, '')}${path}`;
}
