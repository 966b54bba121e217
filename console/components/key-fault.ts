import { problemOf } from '../api/problem.ts';
import { t } from '../messages.ts';

export const WRONG_KEY = t(
  'The server did not accept that key. Ask the person who runs Docent for the right one.',
);

/** Why a key could not be used, in a sentence. */
export function keyFault(error: unknown): string {
  const { code, title, detail } = problemOf(error);
  return code === 'invalid_api_key' ? WRONG_KEY : `${title}. ${detail}`;
}
