import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../messages.ts';
import { useStore } from '../../store.ts';
import { add, nextTags } from './adding.ts';
import { AddressDialog } from './address-dialog.tsx';
import { pickedFiles } from './dropped-files.ts';
import { tagsIn } from './tags.ts';

/** Adds files, folders and URLs, and sets their tags. */
export function AddPanel() {
  const tags = useStore(nextTags);
  const [isAddress, setAddress] = useState(false);

  return (
    <section class="add-panel card row wrap" aria-label={t('Add documents')}>
      <p class="add-hint row">
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
      <label class="add-tags row aside">
        <span>{t('Tags')}</span>
        <input
          type="text"
          dir="auto"
          placeholder={t('policy, 2026')}
          defaultValue={tags.join(', ')}
          onInput={(event) => nextTags.set(tagsIn(event.currentTarget.value))}
        />
      </label>
      {isAddress && <AddressDialog target={{ tags }} onClose={() => setAddress(false)} />}
    </section>
  );
}
