import type { Suggestion, SuggestionsRequest } from '@docent-server/client';
import { userId } from './access.ts';
import { type Asking, clientFor } from './request.ts';

export type { Suggestion } from '@docent-server/client';

/** Questions that the documents answer. In the background: asks for no key. */
export async function suggestQuestions(
  body: SuggestionsRequest,
  { signal }: Asking = {},
): Promise<readonly Suggestion[]> {
  const reply = await clientFor({ askForKey: 'never', signal }).post('/api/v1/suggestions', {
    params: { header: { 'x-user-id': userId.get() } },
    body,
  });
  return reply.suggestions;
}
