import { CREDENTIALS, type CredentialKey, type Credentials } from '../../kernel/model-providers.ts';
import { ProviderFailure } from './provider-failure.ts';

/** Shorter strings are no secrets; masking them would garble the provider's messages. */
const SECRET_LENGTH_MIN = 8;
/** UTF-16 units of a provider's message kept for the log. */
const SAID_MAX = 300;
const CAUSES_MAX = 5;

/** The keys and tokens among the credentials, and `others`: kept out of the log even if a provider repeats them. */
export function secretsIn(credentials: Credentials, ...others: string[]): string[] {
  const keys = Object.keys(CREDENTIALS) as CredentialKey[];
  const own = keys.filter((key) => /key|token/i.test(key)).map((key) => credentials[key]);
  return [...others, ...own].filter((secret) => secret.length >= SECRET_LENGTH_MIN);
}

/** The same failure as it may be logged: its words and those of its causes masked first and cut then. */
export function withoutSecrets(failure: ProviderFailure, secrets: readonly string[]): ProviderFailure {
  const { kind, status, retryAfterMs, said, cause } = failure;
  return new ProviderFailure(kind, {
    ...{ status, retryAfterMs },
    said: masked(said, secrets).slice(0, SAID_MAX),
    cause: cause instanceof Error ? maskedError(cause, secrets) : undefined,
  });
}

function maskedError(error: Error, secrets: readonly string[], depth = 1): Error {
  const { name, message, stack, cause } = error;
  const isLast = depth === CAUSES_MAX || !(cause instanceof Error);
  const copy = new Error(
    masked(message, secrets),
    isLast ? {} : { cause: maskedError(cause, secrets, depth + 1) },
  );
  copy.name = masked(name, secrets);
  copy.stack = masked(stack ?? '', secrets);
  return copy;
}

/** Longer secrets first: one may begin with another. */
function masked(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets.toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
