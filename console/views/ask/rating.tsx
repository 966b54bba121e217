import { useRef, useState } from 'preact/hooks';
import { giveFeedback } from '../../api/client.ts';
import { IconButton } from '../../components/button.tsx';
import { ToggleChip } from '../../components/chip.tsx';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { orSay, say } from '../../components/toast.tsx';
import { t } from '../../messages.ts';

/** With a usual reason before it, it is within the server's limit. */
const WORDS_MAX = 1_950;
const USUAL_REASONS = [t('Wrong'), t('Out of date'), t('Not what I asked'), t('Incomplete')];

type Value = 'up' | 'down';

/** Thumbs up or down, recorded at once. A reason for thumbs down is asked for afterwards, and replaces it. */
export function Rating(props: {
  readonly correlationId: string;
  readonly value: Value | null;
  /** Of the rating so far. */
  readonly feedbackId: string | undefined;
  readonly onRated: (rated: { rating: Value; feedbackId: string }) => void;
}) {
  const { correlationId, value, feedbackId: earlier, onRated } = props;
  const [isAsking, setAsking] = useState(false);
  const isSending = useRef(false);

  async function rate(rating: Value, reason?: string): Promise<boolean> {
    // A second click would count again.
    if (isSending.current) return false;
    isSending.current = true;
    const isRated = await orSay(t('Not recorded'), async () => {
      const feedbackId = await giveFeedback({
        rating,
        correlation_id: correlationId,
        ...(reason && { reason }),
        ...(earlier && { feedback_id: earlier }),
      });
      onRated({ rating, feedbackId });
      say(t('Thank you: your feedback is recorded'));
    });
    isSending.current = false;
    return isRated;
  }

  function explain(reason: string): void {
    setAsking(false);
    if (reason !== '') void rate('down', reason);
  }

  return (
    <>
      <IconButton
        icon="up"
        label={t('Good answer')}
        aria-pressed={value === 'up'}
        onClick={() => rate('up')}
      />
      <IconButton
        icon="down"
        label={t('Bad answer')}
        aria-pressed={value === 'down'}
        onClick={async () => setAsking(value === 'down' || (await rate('down')))}
      />
      {isAsking && <Reason onClose={() => setAsking(false)} onSend={explain} />}
    </>
  );
}

function Reason({ onClose, onSend }: { onClose: () => void; onSend: (reason: string) => void }) {
  const [usual, setUsual] = useState('');
  const [words, setWords] = useState('');
  return (
    <FormDialog
      title={t('What is wrong with the answer?')}
      action={t('Send feedback')}
      cancel={t('No reason')}
      onSend={() => onSend([usual, words.trim()].filter((part) => part !== '').join(': '))}
      onClose={onClose}
    >
      <p class="aside">{t('Your rating is recorded. A reason helps us improve.')}</p>
      <p class="chips">
        {USUAL_REASONS.map((reason) => (
          <ToggleChip
            key={reason}
            pressed={reason === usual}
            onToggle={() => setUsual(reason === usual ? '' : reason)}
          >
            {reason}
          </ToggleChip>
        ))}
      </p>
      <Field
        label={t('Reason in your own words (optional)')}
        rows={3}
        maxLength={WORDS_MAX}
        value={words}
        onText={setWords}
      />
    </FormDialog>
  );
}
