import type { ProviderHttp } from './provider-http.ts';

/** A model on a server with OpenAI's API, whoever runs it. */
export interface CompatibleServer {
  /** The model's name in replies and logs. */
  readonly id: string;
  readonly model: string;
  /** The URL up to `/chat/completions` and `/embeddings`. */
  readonly baseUrl: string;
  /** Empty: none is sent. */
  readonly apiKey: string;
  readonly http: Pick<ProviderHttp, 'post'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A call's URL and credentials. */
export function endpointOf(
  { baseUrl, apiKey }: Pick<CompatibleServer, 'baseUrl' | 'apiKey'>,
  path: `/${string}`,
): { url: string; headers: Record<string, string> } {
  const headers: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
  return { url: `${baseUrl.replace(/\/$/, '')}${path}`, headers };
}
