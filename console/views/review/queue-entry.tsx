import { useLayoutEffect, useState } from 'preact/hooks';
import type { ReviewEntry } from '../../api/review.ts';
import { Until } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { CheckedAnswer } from '../../components/checked-answer.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { rich, t } from '../../messages.ts';
import { useStore } from '../../store.ts';
import { type Decision, decide, discardDraft } from './decide.ts';
import { deciding, failures } from './decisions.ts';
import { draftOf, drafts, editsOf, withoutCitations } from './drafts.ts';
import { EditForm } from './edit-form.tsx';
import type { EntryPlace } from './entry-browser.tsx';
import { EntryFacts, StaleNotice } from './entry-facts.tsx';
import { Evidence, showEvidence } from './evidence.tsx';
import { RejectDialog } from './reject-dialog.tsx';

/** A pending answer beside its evidence. Remounted for each entry. */
export function QueueEntry(props: {
  readonly entry: ReviewEntry;
  readonly place: EntryPlace;
  readonly isEditing: boolean;
  readonly onEdit: (isEditing: boolean) => void;
}) {
  const { entry, place, isEditing, onEdit } = props;
  useStore(drafts);
  const underway = useStore(deciding).get(entry.entry_id);
  const [isRejecting, setRejecting] = useState(false);
  const problem = useStore(failures).get(entry.entry_id);
  const refusedExpiry = problem?.fields.includes('expires_at') ? problem : undefined;
  const draft = draftOf(entry);
  const edits = editsOf(entry, draft);
  const isEdited = Object.keys(edits).length > 0;
  const isDeciding = underway !== undefined;
  const isEmpty = draft.answer.trim() === '';

  // Its field shows it.
  useLayoutEffect(() => {
    if (refusedExpiry) onEdit(true);
  }, [refusedExpiry]);

  async function settle(decision: Decision): Promise<void> {
    if (isDeciding) return;
    setRejecting(false);
    if (!(await decide(entry, decision))) return;
    onEdit(false);
    place.leave(entry.entry_id);
  }

  const approve = () => {
    if (!isEmpty) void settle({ verdict: 'approve', edits });
  };
  useKeys({ a: approve, e: () => onEdit(true), r: () => !isDeciding && setRejecting(true) });

  return (
    <article class="entry col gap-xl" aria-busy={isDeciding}>
      <header class="entry-header stack gap-s">
        <h2 tabindex={-1} dir="auto">
          {draft.question.trim() || entry.question}
        </h2>
        <EntryFacts entry={entry} />
      </header>
      <StaleNotice entry={entry} />
      {problem && !(isEditing && refusedExpiry) && <ProblemNotice problem={problem} />}
      <div class="entry-body stack">
        <div class="entry-answer stack gap-l">
          {isEditing ? (
            <EditForm
              entry={entry}
              draft={draft}
              isDeciding={isDeciding}
              refusedExpiry={refusedExpiry}
              onApprove={approve}
              onClose={() => onEdit(false)}
            />
          ) : isEdited ? (
            <Edited
              answer={withoutCitations(draft.answer, entry.sources.length)}
              expiresAt={edits.expires_at}
              onDiscard={() => discardDraft(entry)}
            />
          ) : (
            <CheckedAnswer text={entry.answer} sources={entry.sources} meta={entry} onOpen={showEvidence} />
          )}
        </div>
        <div>
          <Evidence sources={entry.sources} isStale={entry.stale} />
        </div>
      </div>
      {!isEditing && (
        <div class="decision-bar row wrap">
          <Button
            variant="primary"
            icon="check"
            busy={underway === 'approve'}
            disabled={isDeciding || isEmpty}
            onClick={approve}
          >
            {underway === 'approve'
              ? t('Making it searchable…')
              : isEdited
                ? t('Approve as edited')
                : t('Approve')}{' '}
            <kbd>a</kbd>
          </Button>
          <Button disabled={isDeciding} onClick={() => onEdit(true)}>
            {t('Edit')} <kbd>e</kbd>
          </Button>
          <Button
            variant="danger"
            busy={underway === 'reject'}
            disabled={isDeciding}
            onClick={() => setRejecting(true)}
          >
            {t('Reject')} <kbd>r</kbd>
          </Button>
          <span class="decision-place push aside">{place.position}</span>
        </div>
      )}
      {isRejecting && (
        <RejectDialog
          entry={entry}
          onClose={() => setRejecting(false)}
          onReject={(note) => void settle({ verdict: 'reject', note })}
        />
      )}
    </article>
  );
}

function Edited(props: {
  readonly answer: string;
  readonly expiresAt: string | null | undefined;
  readonly onDiscard: () => void;
}) {
  const { answer, expiresAt, onDiscard } = props;
  return (
    <>
      <p class="row wrap">
        <span class="tag">{t('Edited, not yet approved')}</span>{' '}
        {expiresAt && <span class="aside">{rich('Expires {when}', { when: <Until at={expiresAt} /> })}</span>}
        {expiresAt === null && <span class="aside">{t('Never expires')}</span>}
        <Button variant="quiet" onClick={onDiscard}>
          {t('Discard the edits')}
        </Button>
      </p>
      <div class="answer">
        <Markdown text={answer} />
      </div>
    </>
  );
}
