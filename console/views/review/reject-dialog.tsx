import { useState } from 'preact/hooks';
import type { ReviewEntry } from '../../api/review.ts';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../messages.ts';

const NOTE_MAX = 2_000;

/** Asks for confirmation, as a rejection silences a question; Enter suffices. */
export function RejectDialog(props: {
  readonly entry: ReviewEntry;
  readonly onClose: () => void;
  readonly onReject: (note: string) => void;
}) {
  const { entry, onClose, onReject } = props;
  const [note, setNote] = useState('');
  return (
    <FormDialog
      title={t('Reject this answer?')}
      action={
        <>
          {t('Reject')} <kbd>Enter</kbd>
        </>
      }
      variant="danger"
      onSend={() => onReject(note.trim())}
      onClose={onClose}
    >
      <p>
        {entry.doc_id
          ? t('The approved answer is withdrawn, and the question is not queued again.')
          : t('Its question is not queued again. Docent still answers it from the documents.')}
      </p>
      <Field
        label={t('Note for other reviewers (optional)')}
        autofocus
        maxLength={NOTE_MAX}
        value={note}
        onText={setNote}
      />
    </FormDialog>
  );
}
