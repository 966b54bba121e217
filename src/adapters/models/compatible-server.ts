import type { ProviderHttp } from './provider-http.ts';

/** A model of a server that speaks like OpenAI's, whoever's it is. */
export interface CompatibleServer {
  /** What the model is called in replies and logs. */
  readonly id: string;
  readonly model: string;
  /** What stands before `/chat/completions` and `/embeddings`. */
  readonly baseUrl: string;
  /** Empty: none is sent. */
  readonly apiKey: string;
  readonly http: Pick<ProviderHttp, 'post'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Where a call goes, and as whom. */
export function endpointOf(
  { baseUrl, apiKey }: Pick<CompatibleServer, 'baseUrl' | 'apiKey'>,
  path: `/${string}`,
): { url: string; headers: Record<string, string> } {
  const headers: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
  return { url: `${baseUrl.replace(/\/$/, '')}${path}`, headers };
}
