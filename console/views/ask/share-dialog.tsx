import { problemOf } from '../../api/problem.ts';
import { shareConversation, unshareConversation } from '../../api/shared.ts';
import { Button } from '../../components/button.tsx';
import { copyText } from '../../components/copy-text.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { say } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { locale, t } from '../../messages.ts';
import { useStore } from '../../store.ts';
import { type Conversation, changeConversation, conversations } from './conversations.ts';
import { copyOf } from './export.ts';
import { sharedHref } from './shared-view.tsx';

const DATE = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });

/** Makes the link to a copy of the conversation, and takes it back. */
export function ShareDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { id } = conversation;
  const { shared } = useStore(conversations).find((other) => other.id === id) ?? conversation;
  const { run, isBusy, problem } = useAction();

  async function share(): Promise<void> {
    const { share_id: shareId, expires_at: expiresAt } = await shareConversation(copyOf(conversation));
    changeConversation(id, () => ({ shared: { shareId, expiresAt } }));
  }

  async function unshare(shareId: string): Promise<void> {
    await unshareConversation(shareId).catch((error: unknown) => {
      // It has expired.
      if (problemOf(error).code !== 'shared_conversation_not_found') throw error;
    });
    changeConversation(id, () => ({ shared: undefined }));
    say(t('The link no longer works'));
  }

  const link = shared && new URL(sharedHref(shared.shareId), location.href).href;
  return (
    <Dialog title={t('Share a copy')} onClose={onClose}>
      <div class="stack">
        {link ? (
          <>
            <label class="field">
              <span class="aside">
                {t('Whoever has this link can read the copy until {date}', {
                  date: DATE.format(new Date(shared.expiresAt)),
                })}
              </span>
              <input readonly value={link} dir="ltr" onFocus={(event) => event.currentTarget.select()} />
            </label>
            <p class="aside">{t('Later questions are not added to it.')}</p>
          </>
        ) : (
          <p>
            {t(
              'This stores a copy of the conversation on the server, with the passages that its answers cite. Whoever has the link can read it. Later questions are not added.',
            )}
          </p>
        )}
        {problem && <ProblemNotice problem={problem} />}
        <div class="actions">
          {link ? (
            <>
              <Button busy={isBusy} onClick={() => run(() => unshare(shared.shareId))}>
                {t('Delete the copy')}
              </Button>
              <Button variant="primary" icon="copy" onClick={() => copyText(link, t('Link'))}>
                {t('Copy the link')}
              </Button>
            </>
          ) : (
            <>
              <Button onClick={onClose}>{t('Cancel')}</Button>
              <Button variant="primary" icon="link" busy={isBusy} onClick={() => run(share)}>
                {t('Create the link')}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}
