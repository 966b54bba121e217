import { useState } from 'preact/hooks';
import { reviewer, USER_NAME } from '../../api/access.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { say } from '../../components/toast.tsx';
import { useStore } from '../../store.ts';

/** The name stored with decisions. */
export function Reviewer() {
  const name = useStore(reviewer);
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setChanging(true)}>
        {name === '' ? (
          'Sign your decisions'
        ) : (
          <>
            Deciding as <bdi>{name}</bdi>
          </>
        )}
      </Button>
      {isChanging && <NameDialog name={name} onClose={() => setChanging(false)} />}
    </>
  );
}

function NameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [text, setText] = useState(name);
  const isBad = text.trim() !== '' && !USER_NAME.test(text.trim());
  const keep = () => {
    reviewer.set(text.trim());
    say(text.trim() === '' ? 'Decisions are stored without a name' : 'Name stored in this browser');
    onClose();
  };
  return (
    <FormDialog title="Sign your decisions" action="Keep" canSend={!isBad} onSend={keep} onClose={onClose}>
      <p id="reviewer-why">
        Your decisions are stored with this name, so that colleagues know whom to ask. The name is stored in
        this browser and not checked.
      </p>
      <label class="field">
        <span>Name or e-mail address</span>
        <input
          type="text"
          autofocus
          autocomplete="off"
          spellcheck={false}
          maxLength={128}
          aria-invalid={isBad}
          aria-describedby={isBad ? 'reviewer-bad' : 'reviewer-why'}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {isBad && (
        <p id="reviewer-bad" class="field-error" role="alert">
          Letters A to Z, digits, and _ . @ - only; no spaces.
        </p>
      )}
    </FormDialog>
  );
}
