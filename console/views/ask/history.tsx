import { useRef, useState } from 'preact/hooks';
import { forgetConversation } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { say } from '../../components/toast.tsx';
import { goTo, hrefOf } from '../../router.ts';
import { useStore } from '../../store.ts';
import { type Conversation, conversations, dropConversation, keepConversation } from './conversations.ts';

/** This browser's conversations; deleting one also deletes it on the server. */
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
  const list = useRef<HTMLUListElement>(null);

  /** The server forgets it when undo is no longer possible. */
  function drop(conversation: Conversation, index: number): void {
    const { id } = conversation;
    const isCurrent = id === currentId;
    dropConversation(id);
    if (isCurrent) onGone();
    // The next one has moved up to its place.
    else requestAnimationFrame(() => list.current?.querySelectorAll('a')[index]?.focus());
    say('Conversation deleted', {
      onUndo: () => {
        keepConversation(conversation);
        if (isCurrent) goTo({ view: 'ask', rest: id });
      },
      onKept: () => void forget([id]),
    });
  }

  async function clear(): Promise<void> {
    const ids = all.map(({ id }) => id);
    setClearing(false);
    for (const id of ids) dropConversation(id);
    onGone();
    if (await forget(ids)) say('Conversations deleted');
  }

  if (all.length === 0) return <p class="aside">Conversations of this browser will be listed here.</p>;
  return (
    <>
      <ul class="history" ref={list}>
        {all.map((conversation, index) => {
          const { id, title } = conversation;
          return (
            <li key={id}>
              <a
                href={hrefOf({ view: 'ask', rest: id })}
                dir="auto"
                title={title}
                aria-current={id === currentId ? 'true' : undefined}
                onClick={onChosen}
              >
                {title}
              </a>
              <IconButton
                icon="trash"
                label={`Delete conversation: ${title}`}
                onClick={() => drop(conversation, index)}
              />
            </li>
          );
        })}
      </ul>
      <Button variant="quiet" icon="trash" onClick={() => setClearing(true)}>
        Delete all
      </Button>
      {isClearing && (
        <Dialog title="Delete all conversations?" onClose={() => setClearing(false)}>
          <p>They are deleted in this browser, and forgotten by the server. Documents and feedback stay.</p>
          <div class="actions">
            <Button onClick={() => setClearing(false)}>Keep them</Button>
            <Button variant="danger" onClick={clear}>
              Delete all
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

async function forget(ids: readonly string[]): Promise<boolean> {
  try {
    for (const id of ids) await forgetConversation(id);
    return true;
  } catch (error) {
    say(`Deleted here. The server forgets by itself later: ${problemOf(error).title}`, { kind: 'failed' });
    return false;
  }
}
