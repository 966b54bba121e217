import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ApiProblem } from '../../api/problem.ts';
import type { ReviewEntry } from '../../api/review.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { t } from '../../messages.ts';
import { discardDraft, forgetFailure } from './decide.ts';
import { type Draft, editsOf, keepDraft, withoutCitations } from './drafts.ts';
import { ExpiryField } from './expiry-field.tsx';

/** The server's limit. */
const QUESTION_MAX = 2_000;
const ANSWER_MAX = 10_000;
const NOTE_MAX = 2_000;

/** Edits an entry before approval; the draft survives opening another entry. */
export function EditForm(props: {
  readonly entry: ReviewEntry;
  readonly draft: Draft;
  readonly isDeciding: boolean;
  /** Why its expiry was refused. */
  readonly refusedExpiry: ApiProblem | undefined;
  readonly onApprove: () => void;
  readonly onClose: () => void;
}) {
  const { entry, draft, isDeciding, refusedExpiry, onApprove, onClose } = props;
  const isEdited = Object.keys(editsOf(entry, draft)).length > 0;
  const field = useRef<HTMLTextAreaElement>(null);
  // Before the next key press: not after painting.
  useLayoutEffect(() => {
    if (!refusedExpiry) field.current?.focus();
  }, []);
  const change = (changes: Partial<Draft>) => keepDraft(entry, { ...draft, ...changes });
  return (
    <form
      class="edit-form stack"
      aria-label={t('Edit before approving')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onApprove();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isDeciding) return;
        event.preventDefault();
        onApprove();
      }}
    >
      <Field
        label={t('Question')}
        rows={1}
        maxLength={QUESTION_MAX}
        value={draft.question}
        onText={(text) => change({ question: text.replaceAll(/[\r\n]+/g, ' ') })}
      />
      <Field
        label={t('Answer, in Markdown')}
        rows={6}
        maxLength={ANSWER_MAX}
        element={field}
        value={draft.answer}
        onText={(answer) => change({ answer })}
      />
      <section class="preview stack gap-m" aria-label={t('Preview')}>
        <h3 class="label">{t('As users will see it')}</h3>
        <Markdown text={withoutCitations(draft.answer, entry.sources.length)} />
        <p class="aside">
          {t('The source numbers are removed: an approved answer is itself cited as a source.')}
        </p>
      </section>
      <div class="field-pair">
        <Field
          label={t('Tags, separated by commas')}
          value={draft.tags}
          onText={(tags) => change({ tags })}
        />
        <Field
          label={t('Note for other reviewers')}
          rows={1}
          maxLength={NOTE_MAX}
          value={draft.note}
          onText={(note) => change({ note })}
        />
      </div>
      <ExpiryField
        choice={draft}
        refused={refusedExpiry}
        onChange={(changes) => {
          forgetFailure(entry.entry_id);
          change(changes);
        }}
      />
      <div class="actions">
        <Button
          variant="primary"
          icon="check"
          type="submit"
          busy={isDeciding}
          disabled={draft.answer.trim() === ''}
        >
          {isDeciding ? t('Making it searchable…') : isEdited ? t('Approve as edited') : t('Approve')}{' '}
          <kbd>Ctrl Enter</kbd>
        </Button>
        <Button disabled={isDeciding} onClick={onClose}>
          {t('Done')} <kbd>Esc</kbd>
        </Button>
        <Button
          variant="quiet"
          disabled={isDeciding || !isEdited}
          onClick={() => {
            discardDraft(entry);
            onClose();
          }}
        >
          {t('Discard')}
        </Button>
      </div>
    </form>
  );
}
