import { useState } from 'preact/hooks';
import { forgetConversations } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { orSay, say } from '../../components/toast.tsx';
import { t } from '../../messages.ts';
import { conversations } from './conversations.ts';

/** Deletes all conversations of this browser, here and on the server, once that is confirmed. */
export function DeleteConversations({ variant, onDeleted }: { variant?: 'quiet'; onDeleted?: () => void }) {
  const [isAsking, setAsking] = useState(false);

  async function remove(): Promise<void> {
    setAsking(false);
    conversations.set([]);
    onDeleted?.();
    if (await forget()) say(t('Conversations deleted'));
  }

  return (
    <>
      <Button {...(variant && { variant })} icon="trash" onClick={() => setAsking(true)}>
        {variant === 'quiet' ? t('Delete all') : t('Delete all conversations')}
      </Button>
      {isAsking && (
        <FormDialog
          title={t('Delete all conversations?')}
          action={t('Delete all')}
          cancel={t('Keep them')}
          variant="danger"
          onSend={remove}
          onClose={() => setAsking(false)}
        >
          <p>
            {t(
              'They are deleted in this browser and on the server. Documents, feedback and shared copies stay.',
            )}
          </p>
        </FormDialog>
      )}
    </>
  );
}

/** Has the server forget one conversation, or all. @returns Whether it did. */
export function forget(conversationId?: string): Promise<boolean> {
  return orSay(t('Deleted here. The server deletes them later'), () => forgetConversations(conversationId));
}
