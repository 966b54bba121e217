import { deleteDocument } from '../../api/documents.ts';
import { ensurePermission } from '../../api/service.ts';
import type { DocumentStatus } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Name } from '../../components/name.tsx';
import { orSay } from '../../components/toast.tsx';
import { t } from '../../messages.ts';
import { documentHref } from '../../router.ts';
import { change, dropUpload, type Upload } from './upload-list.ts';
import { upload } from './uploads.ts';

/** A file that came in beside an earlier one of the same name: perhaps its next version, and then both would answer. */
export function SameName({ item, earlier }: { readonly item: Upload; readonly earlier: DocumentStatus }) {
  return (
    <li class="stack gap-xxs">
      <p class="row gap-s">
        <Icon name="copy" />
        <a href={documentHref(item.docId!)}>
          <Name text={item.name} />
        </a>
      </p>
      <p>
        {t('There already was a document with this name. Both answer questions now.')}{' '}
        <a href={documentHref(earlier.doc_id)}>{t('Show the earlier one')}</a>
      </p>
      <p class="row gap-s">
        <Button onClick={() => replace(item, earlier)}>{t('Replace the earlier one')}</Button>
        <Button variant="quiet" onClick={() => change([item], { earlier: null })}>
          {t('Keep both')}
        </Button>
      </p>
    </li>
  );
}

async function replace({ id, name, content, docId }: Upload, earlier: DocumentStatus): Promise<void> {
  await orSay(t('Not replaced'), async () => {
    await ensurePermission('manage');
    // Beside itself it would be skipped as a copy.
    await deleteDocument(docId!);
    dropUpload(id);
    upload([{ name, content }], { tags: earlier.tags, replaces: earlier.doc_id });
  });
}
