import type { OpenAiError } from '../schemas/openai.ts';
import type { Problem } from '../schemas/problem.ts';

/** A problem in the shape of OpenAI's errors: the same code and words. */
export function openAiErrorOf({ status, detail, code, errors }: Problem): OpenAiError {
  return { error: { message: detail, type: typeOf(status), param: errors?.[0]?.field ?? null, code } };
}

function typeOf(status: number): OpenAiError['error']['type'] {
  if (status === 401) return 'authentication_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}
