import { useState } from 'preact/hooks';
import { giveFeedback } from '../../api/client.ts';
import { IconButton } from '../../components/button.tsx';
import { ToggleChip } from '../../components/chip.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { say, sayFailed } from '../../components/toast.tsx';

/** With a usual reason before it, it is within the server's limit. */
const WORDS_MAX = 1_950;
const USUAL_REASONS = ['Wrong', 'Out of date', 'Not what I asked', 'Incomplete'];

type Value = 'up' | 'down';

/** Thumbs up at once, thumbs down with an optional reason. */
export function Rating(props: {
  readonly correlationId: string;
  readonly value: Value | null;
  readonly onRated: (rating: Value) => void;
}) {
  const { correlationId, value, onRated } = props;
  const [isAsking, setAsking] = useState(false);

  async function rate(rating: Value, reason?: string): Promise<void> {
    setAsking(false);
    try {
      await giveFeedback({ rating, correlation_id: correlationId, ...(reason && { reason }) });
      onRated(rating);
      say('Thank you: your feedback is recorded');
    } catch (error) {
      sayFailed('Not recorded', error);
    }
  }

  return (
    <>
      <IconButton icon="up" label="Good answer" aria-pressed={value === 'up'} onClick={() => rate('up')} />
      <IconButton
        icon="down"
        label="Bad answer"
        aria-pressed={value === 'down'}
        onClick={() => setAsking(true)}
      />
      {isAsking && <Reason onClose={() => setAsking(false)} onSend={(reason) => rate('down', reason)} />}
    </>
  );
}

function Reason({ onClose, onSend }: { onClose: () => void; onSend: (reason: string) => void }) {
  const [usual, setUsual] = useState('');
  const [words, setWords] = useState('');
  return (
    <FormDialog
      title="What is wrong with the answer?"
      action="Send feedback"
      onSend={() => onSend([usual, words.trim()].filter((part) => part !== '').join(': '))}
      onClose={onClose}
    >
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
      <label class="field">
        <span>Reason in your words, if you like</span>
        <textarea
          dir="auto"
          rows={3}
          maxLength={WORDS_MAX}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </label>
    </FormDialog>
  );
}
