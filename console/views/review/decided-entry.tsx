import { useState } from 'preact/hooks';
import type { ReviewEntry } from '../../api/review.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { CheckedAnswer } from '../../components/checked-answer.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Name } from '../../components/name.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { rich, t } from '../../messages.ts';
import { documentHref, hrefOf } from '../../router.ts';
import { useStore } from '../../store.ts';
import { deciding, failures } from './decisions.ts';
import { EntryFacts } from './entry-facts.tsx';
import { Evidence, showEvidence } from './evidence.tsx';
import { undoDecision } from './undo-decision.ts';

/** A decided answer: by whom, when, and the note. It can be reopened. */
export function DecidedEntry({ entry }: { entry: ReviewEntry }) {
  const problem = useStore(failures).get(entry.entry_id);
  return (
    <article class="entry col gap-xl">
      <header class="entry-header stack gap-s">
        <h2 tabindex={-1} dir="auto">
          {entry.question}
        </h2>
        <EntryFacts entry={entry} />
      </header>
      {entry.status === 'pending' ? (
        <p>
          {rich('It was reopened and waits {link}.', {
            link: <a href={hrefOf({ view: 'review', rest: entry.entry_id })}>{t('in the queue')}</a>,
          })}
        </p>
      ) : (
        <DecisionMade entry={entry} />
      )}
      {problem && <ProblemNotice problem={problem} />}
      <div class="entry-body stack">
        <div class="entry-answer stack gap-l">
          <CheckedAnswer text={entry.answer} sources={entry.sources} meta={entry} onOpen={showEvidence} />
        </div>
        <div>
          <Evidence sources={entry.sources} isStale={true} />
        </div>
      </div>
    </article>
  );
}

function DecisionMade({ entry }: { entry: ReviewEntry }) {
  const { status, decided_by: by, decided_at: at, note, tags, doc_id: docId } = entry;
  const isApproved = status === 'approved';
  const isUnderway = useStore(deciding).has(entry.entry_id);
  const [isAsking, setAsking] = useState(false);
  const isWithdrawing = isApproved && docId !== null;
  return (
    <div class={`decided ${status}`}>
      <Icon name={isApproved ? 'check' : 'close'} />
      <div class="stack gap-m">
        <p>
          <strong>{isApproved ? t('Approved') : t('Rejected')}</strong>{' '}
          {by ? rich('by {name}', { name: <Name text={by} /> }) : t('without a name')}
          {at && (
            <>
              , <Ago at={at} />
            </>
          )}
          {'. '}
          {isApproved && !docId && t('It was deleted later, and is no longer in use.')}
          {isApproved &&
            docId &&
            rich('It is in use {link}.', { link: <a href={documentHref(docId)}>{t('as a document')}</a> })}
        </p>
        {note && <blockquote dir="auto">{note}</blockquote>}
        {tags.length > 0 && (
          <p class="chips">
            {tags.map((tag) => (
              <span key={tag} class="tag">
                #<bdi>{tag}</bdi>
              </span>
            ))}
          </p>
        )}
      </div>
      <Button busy={isUnderway} onClick={() => (isWithdrawing ? setAsking(true) : void undoDecision(entry))}>
        {t('Reopen')}
      </Button>
      {isAsking && (
        <FormDialog
          title={t('Reopen this approval?')}
          action={t('Reopen')}
          cancel={t('Keep it')}
          variant="danger"
          onSend={() => {
            setAsking(false);
            void undoDecision(entry);
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('The answer is withdrawn, and waits in the queue again as it was last edited.')}</p>
        </FormDialog>
      )}
    </div>
  );
}
