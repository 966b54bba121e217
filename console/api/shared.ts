import type { ConversationCopy, SharedConversation } from '@docent-server/client';
import { userId } from './access.ts';
import { type Asking, client, clientFor } from './request.ts';

export type { ConversationCopy, SharedConversation } from '@docent-server/client';

export function shareConversation(body: ConversationCopy): Promise<SharedConversation> {
  return client.post('/api/v1/chat/shared', { body, params: { header: { 'x-user-id': userId.get() } } });
}

export function sharedConversation(shareId: string, asking: Asking = {}): Promise<SharedConversation> {
  const params = { path: { share_id: shareId } };
  return clientFor(asking).get('/api/v1/chat/shared/{share_id}', { params });
}

/** For who shared it. */
export async function unshareConversation(shareId: string): Promise<void> {
  const params = { path: { share_id: shareId }, header: { 'x-user-id': userId.get() } };
  await client.delete('/api/v1/chat/shared/{share_id}', { params });
}
