import { useState } from 'preact/hooks';
import { reviewer, USER_NAME } from '../../api/access.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { say } from '../../components/toast.tsx';
import { rich, t } from '../../messages.ts';
import { useStore } from '../../store.ts';

/** The name stored with decisions. */
export function Reviewer() {
  const name = useStore(reviewer);
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setChanging(true)}>
        {name === '' ? t('Sign your decisions') : rich('Deciding as {name}', { name: <bdi>{name}</bdi> })}
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
    say(text.trim() === '' ? t('Decisions are stored without a name') : t('Name stored in this browser'));
    onClose();
  };
  return (
    <FormDialog
      title={t('Sign your decisions')}
      action={t('Save')}
      canSend={!isBad}
      onSend={keep}
      onClose={onClose}
    >
      <Field
        label={t('Name or e-mail address')}
        hint={t(
          'Your decisions are stored with this name, so that colleagues know whom to ask. The name is stored in this browser and not checked.',
        )}
        fault={isBad ? t('Letters A to Z, digits, and _ . @ - only; no spaces.') : ''}
        autofocus
        dir="ltr"
        maxLength={128}
        value={text}
        onText={setText}
      />
    </FormDialog>
  );
}
