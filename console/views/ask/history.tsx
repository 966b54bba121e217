import { useRef } from 'preact/hooks';
import { IconButton } from '../../components/button.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { say } from '../../components/toast.tsx';
import { goTo, hrefOf } from '../../router.ts';
import { useStore } from '../../store.ts';
import { asking } from './asking.ts';
import { type Conversation, conversations, dropConversation, keepConversation } from './conversations.ts';
import { DeleteConversations, forget } from './delete-conversations.tsx';

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
  const underway = useStore(asking);
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
      onKept: () => void forget(id),
    });
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
              {underway.has(id) && id !== currentId && (
                <>
                  <Spinner />
                  <span class="visually-hidden">Answering</span>
                </>
              )}
              <IconButton
                icon="trash"
                label={`Delete conversation: ${title}`}
                onClick={() => drop(conversation, index)}
              />
            </li>
          );
        })}
      </ul>
      <DeleteConversations variant="quiet" onDeleted={onGone} />
    </>
  );
}
