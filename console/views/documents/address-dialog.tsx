import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../messages.ts';
import { upload } from './uploads.ts';

/** Where URLs come to: new documents, or the next version of one. */
interface Target {
  readonly tags: readonly string[];
  readonly replaces?: string | null;
}

/** Adds documents by their URLs, one a line. Enter adds them; Shift and Enter begin another line. */
export function AddressDialog(props: {
  readonly target: Target;
  /** To be corrected. */
  readonly url?: string;
  readonly onSent?: () => void;
  readonly onClose: () => void;
}) {
  const { target, url = '', onSent, onClose } = props;
  const [text, setText] = useState(url);
  const urls = text.split(/\s+/).filter((word) => word !== '');
  const wrong = urls.find((url) => !isUrl(url));
  const canSend = urls.length > 0 && wrong === undefined && text.trim() !== url;

  function send(): void {
    if (!canSend) return;
    upload(
      urls.map((url) => ({ name: url, content: { url } })),
      target,
    );
    onSent?.();
    onClose();
  }

  return (
    <FormDialog
      title={url === '' ? t('Add from a URL') : t('Use another URL')}
      action={t('Add')}
      canSend={canSend}
      onSend={send}
      onClose={onClose}
    >
      <Field
        label={t('URL')}
        hint={t(
          'Docent downloads the document once. Enter the public URL of the document itself, without a login. For several URLs, begin new lines with Shift and Enter.',
        )}
        fault={
          wrong === undefined
            ? ''
            : t('This is not a URL: {text}. URLs begin with https:// or http://', { text: wrong })
        }
        autofocus
        dir="ltr"
        rows={3}
        placeholder="https://example.org/handbook.pdf"
        value={text}
        onText={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
    </FormDialog>
  );
}

/** Corrects the URL of a document that could not be downloaded. */
export function ChangeUrl(props: {
  readonly target: Target;
  readonly url: string;
  readonly onSent?: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="link" onClick={() => setOpen(true)}>
        {t('Use another URL')}
      </Button>
      {isOpen && <AddressDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function isUrl(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
}
