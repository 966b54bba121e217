import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AnswerMeta, ChatMode, FoundPassage } from '../api/types.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { isNothingFocused } from '../components/focus-main.ts';
import type { RetriedBy } from '../components/problem-notice.tsx';
import { useKeys } from '../components/use-keys.ts';
import { hasKeyboard, useMedia, WIDE } from '../components/use-media.ts';
import { plural, t } from '../messages.ts';
import { goTo } from '../router.ts';
import { useStore } from '../store.ts';
import { announcementOf } from './ask/announcement.ts';
import { askIn, asking, isAskedAgain, stopAsking, turnsWith } from './ask/asking.ts';
import { Composer } from './ask/composer.tsx';
import {
  type Conversation,
  conversations,
  draft,
  EVERYWHERE,
  keepConversation,
  newConversation,
  type Turn,
} from './ask/conversations.ts';
import { History } from './ask/history.tsx';
import { countDocuments } from './ask/knowledge-base.ts';
import { SharedView, shareIdIn } from './ask/shared-view.tsx';
import { type Panel, SidePanel } from './ask/side-panel.tsx';
import { TurnView } from './ask/turn-view.tsx';
import { Welcome } from './ask/welcome.tsx';

/** A conversation with the documents, or the copy of one that was shared; `rest` is its id. */
export function AskView({ rest }: { rest: string }) {
  const shareId = shareIdIn(rest);
  return shareId === undefined ? <ConversationView rest={rest} /> : <SharedView shareId={shareId} />;
}

function ConversationView({ rest }: { rest: string }) {
  const all = useStore(conversations);
  const underway = useStore(asking);
  const isWide = useMedia(WIDE);
  const begun = useStore(draft);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const thread = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const conversation = all.find(({ id }) => id === rest) ?? begun;
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
    if (isNothingFocused()) write();
  }, []);
  useEffect(() => {
    setPanel(null);
    if (conversation.turns.length > 1) showNewest();
  }, [conversation.id]);
  // Scrolls the question to the top, so that the answer can grow on the rest of the screen.
  useEffect(() => {
    if (live && wantsNewest.current && turns.length > 1) showNewest();
    wantsNewest.current = false;
  }, [live?.id]);
  useEffect(() => {
    document.title = `${conversation.title || t('Ask')} · Docent`;
  }, [conversation.title]);

  function showNewest(): void {
    thread.current?.querySelector('.turn:last-of-type')?.scrollIntoView();
  }

  function write(): void {
    if (hasKeyboard()) field.current?.focus({ preventScroll: true });
  }

  const openPanel = useCallback((panel: Panel) => {
    opener.current = document.activeElement;
    setPanel(panel);
  }, []);
  const openSource = useCallback((source: FoundPassage) => openPanel({ type: 'source', source }), []);
  const openWhy = useCallback((meta: AnswerMeta) => openPanel({ type: 'why', meta }), []);

  function closePanel(): void {
    setPanel(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }

  function ask(
    question: string,
    within: Conversation = conversation,
    options: { turnId?: string; mode?: ChatMode | undefined } = {},
  ): void {
    setPanel(null);
    write();
    wantsNewest.current = true;
    goTo({ view: 'ask', rest: within.id }, { replacing: within.turns.length > 0 });
    void askIn(within, question, options);
    // The draft is stored from now on.
    if (within.id === begun.id) draft.set(newConversation());
  }

  function retry({ id: turnId, question, failure }: Turn, by: RetriedBy, mode?: ChatMode): void {
    if (by === 'hand') ask(question, conversation, { turnId, mode });
    // Disturbs nobody who reads or writes.
    else void askIn(conversation, question, { turnId, failure });
  }

  /** Of all documents, not only those that were chosen. */
  function askAll(question: string): void {
    const widened = { ...conversation, filter: EVERYWHERE };
    keepConversation(widened);
    ask(question, widened);
  }

  function startNew(): void {
    draft.set(newConversation());
    setHistoryOpen(false);
    goTo({ view: 'ask' });
    write();
  }

  function change(changes: Partial<Conversation>): void {
    const changed = { ...conversation, ...changes };
    if (conversation === begun) draft.set(changed);
    else keepConversation(changed);
  }

  useKeys({
    '/': () => field.current?.focus(),
    Escape: () => {
      if (panel) closePanel();
      else stopAsking(conversation.id);
    },
  });

  const history = (
    <History currentId={conversation.id} onGone={startNew} onChosen={() => setHistoryOpen(false)} />
  );
  return (
    <div class={panel && isWide ? 'ask with-passage' : 'ask'}>
      {isWide && (
        <aside class="ask-history col gap-l" aria-label={t('Conversations')}>
          <Button icon="plus" onClick={startNew}>
            {t('New conversation')}
          </Button>
          {history}
        </aside>
      )}
      <div class="ask-thread col" ref={thread}>
        {!isWide && (
          <Bar onHistory={() => setHistoryOpen(true)} onNew={turns.length > 0 ? startNew : undefined} />
        )}
        {turns.length === 0 ? (
          <Welcome
            isUnknown={isUnknown}
            filter={conversation.filter}
            onAsk={(question) => ask(question)}
            onReady={write}
          />
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
            isLast={i === turns.length - 1}
            open={panel?.type === 'source' ? panel.source : null}
            onOpen={openSource}
            onWhy={openWhy}
            isAskedAgain={i === turns.length - 1 && isAskedAgain(turn)}
            onAsk={(question) => ask(question)}
            onRetry={(by, mode) => retry(turn, by, mode)}
            onWiden={() => askAll(turn.question)}
          />
        ))}
        <Composer
          conversation={conversation}
          isAsking={live !== undefined}
          field={field}
          end={end}
          onAsk={(question) => ask(question)}
          onStop={() => stopAsking(conversation.id)}
          onChange={change}
          onWrite={write}
        />
        <div ref={end} class="thread-end" />
      </div>
      {panel && <SidePanel panel={panel} isWide={isWide} onClose={closePanel} />}
      {isHistoryOpen && !isWide && (
        <Dialog title={t('Conversations')} shape="sheet" onClose={() => setHistoryOpen(false)}>
          {history}
        </Dialog>
      )}
    </div>
  );
}

/** On a phone, what is beside the conversation elsewhere. */
function Bar({ onHistory, onNew }: { onHistory: () => void; onNew: (() => void) | undefined }) {
  return (
    <p class="ask-bar row spread">
      <Button variant="quiet" icon="history" onClick={onHistory}>
        {t('Conversations')}
      </Button>
      {onNew && (
        <Button variant="quiet" icon="plus" onClick={onNew}>
          {t('New')}
        </Button>
      )}
    </p>
  );
}

function LeftOut({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p class="aside">
      {plural(count, [
        '{count} earlier question of this conversation made room for later ones.',
        '{count} earlier questions of this conversation made room for later ones.',
      ])}
    </p>
  );
}
