import { useState } from 'preact/hooks';
import { forgetConversations } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { say, sayFailed } from '../../components/toast.tsx';
import { conversations } from './conversations.ts';

/** Deletes all conversations of this browser, here and on the server, once that is confirmed. */
export function DeleteConversations({ variant, onDeleted }: { variant?: 'quiet'; onDeleted?: () => void }) {
  const [isAsking, setAsking] = useState(false);

  async function remove(): Promise<void> {
    setAsking(false);
    conversations.set([]);
    onDeleted?.();
    if (await forget()) say('Conversations deleted');
  }

  return (
    <>
      <Button {...(variant && { variant })} icon="trash" onClick={() => setAsking(true)}>
        {variant === 'quiet' ? 'Delete all' : 'Delete all conversations'}
      </Button>
      {isAsking && (
        <Dialog title="Delete all conversations?" onClose={() => setAsking(false)}>
          <p>They are deleted in this browser and on the server. Documents and feedback stay.</p>
          <div class="actions">
            <Button onClick={() => setAsking(false)}>Keep them</Button>
            <Button variant="danger" onClick={remove}>
              Delete all
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Has the server forget one conversation, or all. @returns Whether it did. */
export async function forget(conversationId?: string): Promise<boolean> {
  try {
    await forgetConversations(conversationId);
    return true;
  } catch (error) {
    sayFailed('Deleted here. The server deletes them later', error);
    return false;
  }
}
