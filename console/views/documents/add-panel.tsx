import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../messages.ts';
import { useStore } from '../../store.ts';
import { add, nextTags } from './adding.ts';
import { pickedFiles } from './dropped-files.ts';
import { tagsIn } from './tags.ts';
import { upload } from './uploads.ts';

/** Adds files, folders and URLs, and sets their tags. */
export function AddPanel() {
  const tags = useStore(nextTags);
  const [isAddress, setAddress] = useState(false);

  return (
    <section class="add-panel" aria-label={t('Add documents')}>
      <p class="add-hint">
        <Icon name="upload" />
        {t('Drop files or folders here, or')}
      </p>
      <p class="actions">
        <FileButton
          variant="primary"
          choice="several"
          label={t('Files to upload')}
          onFiles={(files) => add(pickedFiles(files))}
        >
          {t('Upload files')}
        </FileButton>
        <span class="of-folder">
          <FileButton
            icon="folder"
            choice="folder"
            label={t('Folder to upload')}
            onFiles={(files) => add(pickedFiles(files))}
          >
            {t('Upload a folder')}
          </FileButton>
        </span>
        <Button icon="link" onClick={() => setAddress(true)}>
          {t('From a URL')}
        </Button>
      </p>
      <label class="add-tags">
        <span>{t('Tags')}</span>
        <input
          type="text"
          dir="auto"
          placeholder={t('policy, 2026')}
          defaultValue={tags.join(', ')}
          onInput={(event) => nextTags.set(tagsIn(event.currentTarget.value))}
        />
      </label>
      {isAddress && <AddressForm tags={tags} onClose={() => setAddress(false)} />}
    </section>
  );
}

function AddressForm({ tags, onClose }: { tags: readonly string[]; onClose: () => void }) {
  const [text, setText] = useState('');
  const urls = text.split(/\s+/).filter((word) => word !== '');
  const wrong = urls.find((url) => !isUrl(url));
  const canSend = urls.length > 0 && wrong === undefined;
  const add = () => {
    upload(
      urls.map((url) => ({ name: url, content: { url } })),
      { tags },
    );
    onClose();
  };
  return (
    <FormDialog
      title={t('Add from a URL')}
      action={t('Add')}
      canSend={canSend}
      onSend={add}
      onClose={onClose}
    >
      <p id="address-hint" class="aside">
        {t(
          'Docent downloads the document once. Enter the public URL of the document itself, without a login. Enter several URLs on separate lines.',
        )}
      </p>
      <label class="field">
        <span>{t('URL')}</span>
        <textarea
          autofocus
          dir="ltr"
          rows={3}
          spellcheck={false}
          placeholder="https://example.org/handbook.pdf"
          aria-describedby={wrong === undefined ? 'address-hint' : 'address-wrong'}
          aria-invalid={wrong !== undefined}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {wrong !== undefined && (
        <p id="address-wrong" class="field-error">
          {t('This is not a URL: {text}. URLs begin with https:// or http://', { text: wrong })}
        </p>
      )}
    </FormDialog>
  );
}

function isUrl(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
}
