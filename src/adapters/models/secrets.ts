import { CREDENTIALS, type CredentialKey, type Credentials } from '../../model-providers.ts';

/** Shorter strings are no secrets; masking them would garble the provider's messages. */
const SECRET_LENGTH_MIN = 8;

/** The keys and tokens among the credentials, and `others`: kept out of the log even if a provider repeats them. */
export function secretsIn(credentials: Credentials, ...others: string[]): string[] {
  const keys = Object.keys(CREDENTIALS) as CredentialKey[];
  const own = keys.filter((key) => /key|token/i.test(key)).map((key) => credentials[key]);
  return [...others, ...own].filter((secret) => secret.length >= SECRET_LENGTH_MIN);
}

export function withoutSecrets(said: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => text.replaceAll(secret, '***'), said);
}
