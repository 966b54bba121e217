import { keyRequest } from '../api/access.ts';
import { t } from '../messages.ts';
import { useStore } from '../store.ts';
import { FormDialog } from './form-dialog.tsx';
import { useKeyEntry } from './key-entry.tsx';

/** Asks for the API key when a request needs one. */
export function KeyDialog() {
  const request = useStore(keyRequest);
  if (!request) return null;
  return <KeyForm {...request} />;
}

/** Stays open until a key was accepted, so that a wrong one is known before a long request is repeated with it. */
function KeyForm({ declined, settle }: { declined: boolean; settle: (given: boolean) => void }) {
  const { field, canUse, isChecking, use } = useKeyEntry({
    hint: t(
      'Ask the person who runs Docent for a key that allows this. This tab keeps it until you close it.',
    ),
    isDeclined: declined,
    autofocus: true,
    onUsed: () => settle(true),
  });
  return (
    <FormDialog
      title={t('This needs the API key')}
      action={isChecking ? t('Checking…') : t('Use key')}
      cancel={t('Not now')}
      canSend={canUse}
      onSend={use}
      onClose={() => settle(false)}
    >
      {field}
    </FormDialog>
  );
}
