import { useState } from 'preact/hooks';
import { giveFeedback } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { say } from '../../components/toast.tsx';

const REASON_MAX = 2_000;
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
      const { title, detail } = problemOf(error);
      say(`Not recorded. ${title}: ${detail}`, { kind: 'failed' });
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
  const [reason, setReason] = useState('');
  return (
    <Dialog title="What is wrong with the answer?" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onSend(reason.trim());
        }}
      >
        <p class="chips">
          {USUAL_REASONS.map((usual) => (
            <button
              key={usual}
              type="button"
              class="chip toggle"
              aria-pressed={reason === usual}
              onClick={() => setReason(usual)}
            >
              {usual}
            </button>
          ))}
        </p>
        <label class="field">
          <span>Reason, if you like</span>
          <textarea
            dir="auto"
            rows={3}
            maxLength={REASON_MAX}
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </label>
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit">
            Send feedback
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
