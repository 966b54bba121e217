import { useRef, useState } from 'preact/hooks';
import { SearchField } from '../../components/search-field.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { say } from '../../components/toast.tsx';
import { t } from '../../messages.ts';
import { goTo, hrefOf } from '../../router.ts';
import { useStore } from '../../store.ts';
import { asking } from './asking.ts';
import { ConversationMenu } from './conversation-menu.tsx';
import { type Conversation, conversations, dropConversation, keepConversation } from './conversations.ts';
import { DeleteConversations, forget } from './delete-conversations.tsx';
import { foundIn, groupedByDay } from './history-groups.ts';

/** From this number on they are searched. */
const SEARCHED_FROM = 5;

/** This browser's conversations; deleting one also deletes it on the server. */
export function History(props: {
  readonly currentId: string;
  readonly onGone: () => void;
  readonly onChosen?: () => void;
}) {
  const { currentId, onGone, onChosen } = props;
  const all = useStore(conversations);
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);

  /** The server forgets it when undo is no longer possible. */
  function drop(conversation: Conversation): void {
    const { id } = conversation;
    const isCurrent = id === currentId;
    const index = [...(list.current?.querySelectorAll('a') ?? [])].findIndex(
      (link) => link.getAttribute('href') === hrefOf({ view: 'ask', rest: id }),
    );
    dropConversation(id);
    if (isCurrent) onGone();
    // The next one has moved up to its place.
    else requestAnimationFrame(() => list.current?.querySelectorAll('a')[index]?.focus());
    say(t('Conversation deleted'), {
      onUndo: () => {
        keepConversation(conversation);
        if (isCurrent) goTo({ view: 'ask', rest: id });
      },
      onKept: () => void forget(id),
    });
  }

  if (all.length === 0) return <p class="aside">{t('Conversations of this browser will be listed here.')}</p>;
  const found = all.filter((conversation) => foundIn(conversation, search));
  return (
    <>
      {all.length >= SEARCHED_FROM && (
        <SearchField
          label={t('Search conversations')}
          placeholder={t('Search')}
          value={search}
          onText={setSearch}
        />
      )}
      <div class="history-groups stack" ref={list}>
        {groupedByDay(found, Date.now()).map(({ name, items }) => (
          <section key={name}>
            <h2 class="label">{name}</h2>
            <ul class="history">
              {items.map((conversation) => (
                <Row
                  key={conversation.id}
                  conversation={conversation}
                  isCurrent={conversation.id === currentId}
                  onChosen={onChosen}
                  onDelete={() => drop(conversation)}
                />
              ))}
            </ul>
          </section>
        ))}
        {found.length === 0 && <p class="aside">{t('No conversation has these words.')}</p>}
      </div>
      <DeleteConversations variant="quiet" onDeleted={onGone} />
    </>
  );
}

function Row(props: {
  readonly conversation: Conversation;
  readonly isCurrent: boolean;
  readonly onChosen: (() => void) | undefined;
  readonly onDelete: () => void;
}) {
  const { conversation, isCurrent, onChosen, onDelete } = props;
  const { id, title } = conversation;
  const isUnderway = useStore(asking).has(id);
  return (
    <li>
      <a
        class="clamp"
        href={hrefOf({ view: 'ask', rest: id })}
        dir="auto"
        title={title}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onChosen}
      >
        {title}
      </a>
      {isUnderway && !isCurrent && (
        <>
          <Spinner />
          <span class="visually-hidden">{t('Answering')}</span>
        </>
      )}
      <ConversationMenu conversation={conversation} onDelete={onDelete} />
    </li>
  );
}
