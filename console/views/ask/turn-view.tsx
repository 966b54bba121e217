import { useMemo } from 'preact/hooks';
import type { FoundPassage } from '../../api/types.ts';
import { AnswerText } from '../../components/answer-text.tsx';
import { IconButton } from '../../components/button.tsx';
import { copyText } from '../../components/copy-text.ts';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { Grounding } from '../../components/grounding.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice, type RetriedBy } from '../../components/problem-notice.tsx';
import { isQuotation, isQuoted } from '../../components/quoted-from.ts';
import { Spinner } from '../../components/spinner.tsx';
import { caseHref } from '../quality/place.ts';
import { type Conversation, changeTurn, type Turn } from './conversations.ts';
import { modelNote } from './model-note.ts';
import { Rating } from './rating.tsx';
import { Refusal } from './refusal.tsx';
import { RelatedList } from './related-list.tsx';
import { SourceList } from './source-list.tsx';

const NOTHING = [] as const;

/** A question and its answer, during and after generation. */
export function TurnView(props: {
  readonly turn: Turn;
  readonly conversation: Conversation;
  readonly open: FoundPassage | null;
  readonly onOpen: (source: FoundPassage) => void;
  readonly onRetry: (by: RetriedBy) => void;
  /** Whether it is, when the server said when. */
  readonly isAskedAgain: boolean;
  readonly onWiden: () => void;
}) {
  const { turn, conversation, open, onOpen, onRetry, isAskedAgain, onWiden } = props;
  const { question, state, text, sources, related = NOTHING, meta, failure } = turn;
  const problem = useMemo(
    () => failure && (isAskedAgain ? failure : { ...failure, retryAfterSeconds: null }),
    [failure, isAskedAgain],
  );
  const note = meta && modelNote(meta);
  return (
    <article class="turn" aria-busy={state === 'asking'}>
      <h2 class="question" dir="auto">
        {question}
      </h2>
      {state === 'asking' && text === '' && !problem && (
        // The conversation's live region says so.
        <p class="loading">
          <Spinner /> {sources.length === 0 ? 'Searching the documents…' : 'Reading what was found…'}
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
            ? 'You stopped this before there was an answer.'
            : 'You stopped this answer. The part shown was not checked.'}
        </p>
      )}
      {problem && <ProblemNotice problem={problem} onRetry={onRetry} />}
      {note && <p class="aside">{note}</p>}
      {meta?.synthesized && (
        <Synthesized isQuoted={isQuotation(meta)} isHeld={meta.review_entry_id !== null} />
      )}
      {meta && !meta.refused && <Grounding text={text} meta={meta} sources={sources} />}
      {state !== 'asking' && <SourceList sources={sources} open={open} onOpen={onOpen} />}
      {state !== 'asking' && (
        <RelatedList passages={related} isRefused={meta?.refused ?? false} open={open} onOpen={onOpen} />
      )}
      {state !== 'asking' && !failure && (
        <footer class="turn-actions">
          {text !== '' && !meta?.refused && (
            <IconButton
              icon="copy"
              label="Copy the answer with its sources"
              onClick={() => copyText(copied(turn), 'Answer')}
            />
          )}
          <IconButton icon="retry" label="Ask again" onClick={() => onRetry('hand')} />
          {meta && (
            <Rating
              correlationId={meta.correlation_id}
              value={turn.rating}
              feedbackId={turn.feedbackId}
              onRated={(rated) => changeTurn(conversation.id, turn.id, rated)}
            />
          )}
          {meta && (
            <span class="turn-looking-up">
              <a href={caseHref(meta.correlation_id)}>
                See why<span class="visually-hidden"> it was answered like this</span>
              </a>
              <CorrelationId id={meta.correlation_id} isBrief />
            </span>
          )}
        </footer>
      )}
    </article>
  );
}

function Synthesized({ isQuoted, isHeld }: { isQuoted: boolean; isHeld: boolean }) {
  return (
    <div class="notice warn">
      <Icon name="alert" />
      <p>
        {isQuoted ? (
          <>
            <strong>Quoted from several documents.</strong> No single one states all of this
          </>
        ) : (
          <>
            <strong>Composed, not quoted.</strong> No single passage states this
          </>
        )}
        {isHeld
          ? '; a reviewer will look at it. Until then, check it against its sources.'
          : ': check it against its sources.'}
      </p>
    </div>
  );
}

/** The answer with its sources, for pasting elsewhere. */
function copied({ text, sources }: Turn): string {
  if (sources.length === 0) return text;
  return `${text}\n\n${sources.map(({ n, label }) => `[${n}] ${label}`).join('\n')}`;
}
