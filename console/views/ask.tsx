import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Source } from '../api/types.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Passage } from '../components/passage.tsx';
import { useKeys } from '../components/use-keys.ts';
import { hasKeyboard, useMedia } from '../components/use-media.ts';
import { goTo } from '../router.ts';
import { useStore } from '../store.ts';
import { announcementOf } from './ask/announcement.ts';
import { askIn, asking, stopAsking } from './ask/asking.ts';
import { Composer } from './ask/composer.tsx';
import { type Conversation, conversations, keepConversation, newConversation } from './ask/conversations.ts';
import { History } from './ask/history.tsx';
import { countDocuments } from './ask/knowledge-base.ts';
import { NewestButton } from './ask/newest-button.tsx';
import { TurnView } from './ask/turn-view.tsx';
import { Welcome } from './ask/welcome.tsx';

/** Room for the passage and the history beside the answer. */
const WIDE = '(min-width: 64rem)';

/** A conversation with the documents; `rest` is its id. */
export function AskView({ rest }: { rest: string }) {
  const all = useStore(conversations);
  const underway = useStore(asking);
  const isWide = useMedia(WIDE);
  const [draft, setDraft] = useState(newConversation);
  const [open, setOpen] = useState<Source | null>(null);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const thread = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const conversation = all.find(({ id }) => id === rest) ?? draft;
  const live = underway?.conversationId === conversation.id ? underway.turn : null;
  const turns = useMemo(
    () => (live ? [...conversation.turns, live] : conversation.turns),
    [conversation, live],
  );

  useEffect(() => {
    void countDocuments();
    // Keyboard users keep their focus.
    if (document.activeElement === document.body) write();
  }, []);
  useEffect(() => {
    setOpen(null);
    if (conversation.turns.length > 1) showNewest();
  }, [conversation.id]);
  // Scrolls the question to the top, so that the answer can grow on the rest of the screen.
  useEffect(() => {
    if (live && conversation.turns.length > 0) showNewest();
  }, [live?.id]);

  function showNewest(): void {
    thread.current?.querySelector('.turn:last-of-type')?.scrollIntoView();
  }

  function write(): void {
    if (hasKeyboard()) field.current?.focus({ preventScroll: true });
  }

  const openSource = useCallback((source: Source) => {
    opener.current = document.activeElement;
    setOpen(source);
  }, []);

  function closeSource(): void {
    setOpen(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }

  function ask(question: string, within: Conversation = conversation): void {
    setOpen(null);
    write();
    goTo({ view: 'ask', rest: within.id }, { replacing: within.turns.length > 0 });
    void askIn(within, question);
    // The draft is stored from now on.
    if (within.id === draft.id) setDraft(newConversation());
  }

  function startAnew(): void {
    setDraft(newConversation());
    setHistoryOpen(false);
    goTo({ view: 'ask' });
    write();
  }

  function change(changes: Partial<Conversation>): void {
    const changed = { ...conversation, ...changes };
    if (conversation === draft) setDraft(changed);
    else keepConversation(changed);
  }

  useKeys({
    '/': () => field.current?.focus(),
    Escape: () => {
      if (open) closeSource();
      else stopAsking();
    },
  });

  const history = (
    <History currentId={conversation.id} onGone={startAnew} onChosen={() => setHistoryOpen(false)} />
  );
  return (
    <div class={open && isWide ? 'ask with-passage' : 'ask'}>
      {isWide && (
        <aside class="ask-history" aria-label="Conversations">
          <Button icon="plus" onClick={startAnew}>
            New conversation
          </Button>
          {history}
        </aside>
      )}
      <div class="ask-thread" ref={thread}>
        {!isWide && (
          <p class="ask-bar">
            <Button variant="quiet" icon="history" onClick={() => setHistoryOpen(true)}>
              Conversations
            </Button>
            {turns.length > 0 && (
              <Button variant="quiet" icon="plus" onClick={startAnew}>
                New
              </Button>
            )}
          </p>
        )}
        {turns.length === 0 ? (
          <Welcome onAsk={ask} onReady={write} />
        ) : (
          <h1 class="visually-hidden">{turns[0]!.question}</h1>
        )}
        <p class="visually-hidden" role="status">
          {announcementOf(turns.at(-1))}
        </p>
        {turns.map((turn) => (
          <TurnView
            key={turn.id}
            turn={turn}
            conversation={conversation}
            open={open}
            onOpen={openSource}
            onRetry={() =>
              ask(turn.question, {
                ...conversation,
                turns: conversation.turns.filter(({ id }) => id !== turn.id),
              })
            }
            onWiden={() => {
              const widened = { ...conversation, filter: { docs: [], tags: [] } };
              keepConversation(widened);
              ask(turn.question, widened);
            }}
          />
        ))}
        {turns.length > 0 && <NewestButton key={conversation.id} onGone={write} />}
        <Composer
          conversation={conversation}
          isAsking={underway !== null}
          field={field}
          onAsk={ask}
          onStop={stopAsking}
          onChange={change}
        />
      </div>
      {open && isWide && <PassageBeside source={open} onClose={closeSource} />}
      {open && !isWide && (
        <Dialog title={open.label} shape="sheet" onClose={closeSource}>
          <Passage source={open} />
        </Dialog>
      )}
      {isHistoryOpen && !isWide && (
        <Dialog title="Conversations" shape="sheet" onClose={() => setHistoryOpen(false)}>
          {history}
        </Dialog>
      )}
    </div>
  );
}

function PassageBeside({ source, onClose }: { source: Source; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [source]);
  return (
    <aside class="ask-passage" aria-label={`Source ${source.n}`}>
      <header>
        <span class="source-number">{source.n}</span>
        <h2 ref={heading} tabindex={-1} dir="auto">
          {source.label}
        </h2>
        <IconButton icon="close" label="Close the source" onClick={onClose} />
      </header>
      <Passage source={source} />
    </aside>
  );
}
