import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FoundPassage, Source } from '../api/types.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { plural } from '../components/figures.ts';
import { Passage } from '../components/passage.tsx';
import type { RetriedBy } from '../components/problem-notice.tsx';
import { useKeys } from '../components/use-keys.ts';
import { hasKeyboard, useMedia } from '../components/use-media.ts';
import { documentHref, goTo } from '../router.ts';
import { useStore } from '../store.ts';
import { announcementOf } from './ask/announcement.ts';
import { askIn, asking, isAskedAgain, stopAsking, turnsWith } from './ask/asking.ts';
import { Composer } from './ask/composer.tsx';
import {
  type Conversation,
  conversations,
  keepConversation,
  newConversation,
  type Turn,
} from './ask/conversations.ts';
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
  const [open, setOpen] = useState<FoundPassage | null>(null);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const thread = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const conversation = all.find(({ id }) => id === rest) ?? draft;
  const isUnknown = rest !== '' && conversation.id !== rest;
  const live = underway.get(conversation.id);
  const turns = useMemo(
    () => (live ? turnsWith(conversation, live) : conversation.turns),
    [conversation, live],
  );
  const wantsNewest = useRef(false);

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
    if (live && wantsNewest.current && turns.length > 1) showNewest();
    wantsNewest.current = false;
  }, [live?.id]);
  useEffect(() => {
    document.title = `${conversation.title || 'Ask'} · Docent`;
  }, [conversation.title]);

  function showNewest(): void {
    thread.current?.querySelector('.turn:last-of-type')?.scrollIntoView();
  }

  function write(): void {
    if (hasKeyboard()) field.current?.focus({ preventScroll: true });
  }

  const openSource = useCallback((source: FoundPassage) => {
    opener.current = document.activeElement;
    setOpen(source);
  }, []);

  function closeSource(): void {
    setOpen(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }

  function ask(question: string, within: Conversation = conversation, turnId?: string): void {
    setOpen(null);
    write();
    wantsNewest.current = true;
    goTo({ view: 'ask', rest: within.id }, { replacing: within.turns.length > 0 });
    void askIn(within, question, turnId === undefined ? {} : { turnId });
    // The draft is stored from now on.
    if (within.id === draft.id) setDraft(newConversation());
  }

  function retry({ id: turnId, question, failure }: Turn, by: RetriedBy): void {
    if (by === 'hand') ask(question, conversation, turnId);
    // Disturbs nobody who reads or writes.
    else void askIn(conversation, question, { turnId, failure });
  }

  /** Of all documents, not only those that were chosen. */
  function askAll(question: string): void {
    const widened = { ...conversation, filter: { docs: [], tags: [] } };
    keepConversation(widened);
    ask(question, widened);
  }

  function startNew(): void {
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
      else stopAsking(conversation.id);
    },
  });

  const history = (
    <History currentId={conversation.id} onGone={startNew} onChosen={() => setHistoryOpen(false)} />
  );
  return (
    <div class={open && isWide ? 'ask with-passage' : 'ask'}>
      {isWide && (
        <aside class="ask-history" aria-label="Conversations">
          <Button icon="plus" onClick={startNew}>
            New conversation
          </Button>
          {history}
        </aside>
      )}
      <div class="ask-thread" ref={thread}>
        {!isWide && (
          <Bar onHistory={() => setHistoryOpen(true)} onNew={turns.length > 0 ? startNew : undefined} />
        )}
        {turns.length === 0 ? (
          <Welcome isUnknown={isUnknown} onAsk={ask} onReady={write} />
        ) : (
          <h1 class="visually-hidden">{conversation.title}</h1>
        )}
        <p class="visually-hidden" role="status">
          {announcementOf(turns.at(-1))}
        </p>
        <LeftOut count={conversation.turnsLeftOut ?? 0} />
        {turns.map((turn, i) => (
          <TurnView
            key={turn.id}
            turn={turn}
            conversation={conversation}
            open={open}
            onOpen={openSource}
            isAskedAgain={i === turns.length - 1 && isAskedAgain(turn)}
            onRetry={(by) => retry(turn, by)}
            onWiden={() => askAll(turn.question)}
          />
        ))}
        {turns.length > 0 && <NewestButton key={conversation.id} onGone={write} />}
        <Composer
          conversation={conversation}
          isAsking={live !== undefined}
          field={field}
          onAsk={ask}
          onStop={() => stopAsking(conversation.id)}
          onChange={change}
        />
      </div>
      {open && isWide && <PassageBeside source={open} onClose={closeSource} />}
      {open && !isWide && <PassageSheet source={open} onClose={closeSource} />}
      {isHistoryOpen && !isWide && (
        <Dialog title="Conversations" shape="sheet" onClose={() => setHistoryOpen(false)}>
          {history}
        </Dialog>
      )}
    </div>
  );
}

/** On a phone, what is beside the conversation elsewhere. */
function Bar({ onHistory, onNew }: { onHistory: () => void; onNew: (() => void) | undefined }) {
  return (
    <p class="ask-bar">
      <Button variant="quiet" icon="history" onClick={onHistory}>
        Conversations
      </Button>
      {onNew && (
        <Button variant="quiet" icon="plus" onClick={onNew}>
          New
        </Button>
      )}
    </p>
  );
}

function LeftOut({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p class="aside">{plural(count, 'earlier question')} of this conversation made room for later ones.</p>
  );
}

function PassageBeside({ source, onClose }: { source: FoundPassage | Source; onClose: () => void }) {
  const n = 'n' in source ? source.n : null;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [source]);
  return (
    <aside class="ask-passage" aria-label={n === null ? 'Passage' : `Source ${n}`}>
      <header>
        {n !== null && <span class="source-number">{n}</span>}
        <h2 ref={heading} tabindex={-1} dir="auto">
          {source.label}
        </h2>
        <IconButton icon="close" label="Close the source" onClick={onClose} />
      </header>
      <Passage source={source} documentHref={documentHref(source.doc_id)} />
    </aside>
  );
}

function PassageSheet({ source, onClose }: { source: FoundPassage; onClose: () => void }) {
  return (
    <Dialog title={source.label} shape="sheet" onClose={onClose}>
      <Passage source={source} documentHref={documentHref(source.doc_id)} />
    </Dialog>
  );
}
