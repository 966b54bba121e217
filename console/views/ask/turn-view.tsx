import { useMemo } from 'preact/hooks';
import type { AnswerMeta, ChatMode, FoundPassage } from '../../api/types.ts';
import { rateLimitWait } from '../../api/waiting.ts';
import { AnswerText } from '../../components/answer-text.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { copyText } from '../../components/copy-text.ts';
import { Grounding } from '../../components/grounding.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { ProblemNotice, type RetriedBy } from '../../components/problem-notice.tsx';
import { isQuotation, isQuoted } from '../../components/quoted-from.ts';
import { RateLimited } from '../../components/rate-limited.tsx';
import { labelOf } from '../../components/source-label.ts';
import { Spinner } from '../../components/spinner.tsx';
import { t } from '../../messages.ts';
import { useStore } from '../../store.ts';
import { type Conversation, changeTurn, type Turn } from './conversations.ts';
import { modelNote } from './model-note.ts';
import { MODES } from './modes.ts';
import { Rating } from './rating.tsx';
import { Refusal } from './refusal.tsx';
import { RelatedList, SourceList } from './source-list.tsx';
import { FollowUps } from './suggestions.tsx';

const NOTHING = [] as const;

/** A question and its answer, during and after generation. */
export function TurnView(props: {
  readonly turn: Turn;
  readonly conversation: Conversation;
  readonly isLast: boolean;
  readonly open: FoundPassage | null;
  readonly onOpen: (source: FoundPassage) => void;
  readonly onWhy: (meta: AnswerMeta) => void;
  readonly onAsk: (question: string) => void;
  readonly onRetry: (by: RetriedBy, mode?: ChatMode) => void;
  /** Whether it is, when the server said when. */
  readonly isAskedAgain: boolean;
  readonly onWiden: () => void;
}) {
  const { turn, conversation, isLast, open, onOpen, onRetry, isAskedAgain, onWiden } = props;
  const { question, state, text, sources, related = NOTHING, meta, failure } = turn;
  const problem = useMemo(
    () => failure && (isAskedAgain ? failure : { ...failure, retryAfterSeconds: null }),
    [failure, isAskedAgain],
  );
  const note = meta && modelNote(meta);
  return (
    <article class="turn stack" aria-busy={state === 'asking'}>
      <h2 class="question" dir="auto">
        {question}
      </h2>
      {state === 'asking' && text === '' && !problem && (
        // The conversation's live region says so.
        <p class="loading row wrap">
          <Spinner /> <Step hasFound={sources.length > 0} />
        </p>
      )}
      {meta?.refused ? (
        <Refusal turn={turn} filter={conversation.filter} onWiden={onWiden} />
      ) : (
        text !== '' && (
          <div class={`answer ${state}`}>
            <AnswerText
              text={text}
              sources={sources}
              statements={meta?.statements ?? NOTHING}
              isQuoted={meta !== null && isQuoted(meta)}
              onOpen={onOpen}
            />
          </div>
        )
      )}
      {state === 'stopped' && (
        <p class="aside">
          {text === ''
            ? t('This was stopped before there was an answer.')
            : t('This answer was stopped. The part shown was not checked.')}
        </p>
      )}
      {problem && <ProblemNotice problem={problem} onRetry={onRetry} />}
      {note && <p class="aside">{note}</p>}
      {meta?.synthesized && (
        <Synthesized isQuoted={isQuotation(meta)} isHeld={meta.review_entry_id !== null} />
      )}
      {meta && !meta.refused && <Grounding text={text} meta={meta} sources={sources} />}
      {state !== 'asking' && (
        <SourceList
          sources={sources}
          text={text}
          statements={meta?.statements ?? NOTHING}
          changedAt={turn.changedAt}
          open={open}
          onOpen={onOpen}
        />
      )}
      {state !== 'asking' && (
        <RelatedList
          passages={related}
          isRefused={meta?.refused ?? false}
          isUnsure={meta?.unsure ?? false}
          changedAt={turn.changedAt}
          open={open}
          onOpen={onOpen}
        />
      )}
      {state !== 'asking' && !failure && <Actions {...props} />}
      {isLast && state === 'answered' && meta && !meta.refused && sources.length > 0 && (
        <FollowUps
          conversationId={conversation.id}
          question={question}
          sources={sources}
          filter={conversation.filter}
          asked={conversation.turns.map((turn) => turn.question)}
          onAsk={props.onAsk}
        />
      )}
    </article>
  );
}

/** What an answer that has no word yet waits for. */
function Step({ hasFound }: { hasFound: boolean }) {
  const wait = useStore(rateLimitWait);
  if (hasFound) return <>{t('Reading what was found…')}</>;
  if (!wait) return <>{t('Searching the documents…')}</>;
  return <RateLimited untilMs={wait.untilMs} />;
}

function Actions({ turn, conversation, onRetry, onWhy }: Parameters<typeof TurnView>[0]) {
  const { text, meta } = turn;
  return (
    <footer class="turn-actions row">
      {text !== '' && !meta?.refused && (
        <IconButton
          icon="copy"
          label={t('Copy the answer with its sources')}
          onClick={() => copyText(copied(turn), t('Answer'))}
        />
      )}
      <span class="split">
        <IconButton icon="retry" label={t('Ask again')} onClick={() => onRetry('hand')} />
        <Menu
          label={t('Answer in another way')}
          icon="chevron"
          class="narrow"
          items={MODES.map(({ mode, label, detail }) => ({
            ...{ label, detail },
            onChoose: () => onRetry('hand', mode),
          }))}
        />
      </span>
      {meta && (
        <>
          <Rating
            correlationId={meta.correlation_id}
            value={turn.rating}
            feedbackId={turn.feedbackId}
            onRated={(rated) => changeTurn(conversation.id, turn.id, rated)}
          />
          <span class="turn-why push">
            <Button variant="quiet" onClick={() => onWhy(meta)}>
              {t('See why')}
              <span class="visually-hidden"> {t('it was answered like this')}</span>
            </Button>
          </span>
        </>
      )}
    </footer>
  );
}

function Synthesized({ isQuoted, isHeld }: { isQuoted: boolean; isHeld: boolean }) {
  return (
    <div class="notice warn">
      <Icon name="alert" />
      <p>
        <strong>{isQuoted ? t('Quoted from several documents.') : t('Composed, not quoted.')}</strong>{' '}
        {isQuoted ? t('No single one states all of this.') : t('No single passage states this.')}{' '}
        {isHeld
          ? t('A reviewer will look at it. Until then, check it against its sources.')
          : t('Check it against its sources.')}
      </p>
    </div>
  );
}

/** The answer with its sources, for pasting elsewhere. */
function copied({ text, sources }: Turn): string {
  if (sources.length === 0) return text;
  return `${text}\n\n${sources.map((source) => `[${source.n}] ${labelOf(source)}`).join('\n')}`;
}
