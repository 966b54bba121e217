import { useState } from 'preact/hooks';
import { forgetConversation } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { say } from '../../components/toast.tsx';
import { hrefOf } from '../../router.ts';
import { useStore } from '../../store.ts';
import { conversations, dropConversation } from './conversations.ts';

/** The conversations of this browser; the server forgets those that are deleted, too. */
export function History({
  currentId,
  onGone,
  onChosen,
}: {
  currentId: string;
  onGone: () => void;
  onChosen?: () => void;
}) {
  const all = useStore(conversations);
  const [isClearing, setClearing] = useState(false);

  async function forget(ids: readonly string[]): Promise<void> {
    setClearing(false);
    for (const id of ids) dropConversation(id);
    if (ids.includes(currentId)) onGone();
    try {
      for (const id of ids) await forgetConversation(id);
      say(ids.length === 1 ? 'Conversation deleted' : 'Conversations deleted');
    } catch (error) {
      say(`Deleted here. The server forgets by itself later: ${problemOf(error).title}`);
    }
  }

  if (all.length === 0) return <p class="aside">Conversations of this browser will be listed here.</p>;
  return (
    <>
      <ul class="history">
        {all.map(({ id, title }) => (
          <li key={id}>
            <a
              href={hrefOf({ view: 'ask', rest: id })}
              dir="auto"
              aria-current={id === currentId ? 'true' : undefined}
              onClick={onChosen}
            >
              {title}
            </a>
            <IconButton icon="trash" label={`Delete conversation: ${title}`} onClick={() => forget([id])} />
          </li>
        ))}
      </ul>
      <Button variant="quiet" icon="trash" onClick={() => setClearing(true)}>
        Delete all
      </Button>
      {isClearing && (
        <Dialog title="Delete all conversations?" onClose={() => setClearing(false)}>
          <p>They are deleted in this browser, and forgotten by the server. Documents and feedback stay.</p>
          <div class="actions">
            <Button onClick={() => setClearing(false)}>Keep them</Button>
            <Button variant="danger" onClick={() => forget(all.map(({ id }) => id))}>
              Delete all
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
