import type { DocumentStatus } from '../../api/types.ts';
import { FileButton } from '../../components/file-button.tsx';
import { t } from '../../messages.ts';
import { upload } from './uploads.ts';

/** Sends another file as the document's next version. */
export function ReplaceButton(props: {
  readonly doc: DocumentStatus;
  readonly variant?: 'primary';
  readonly children: string;
}) {
  const { doc, ...rest } = props;
  return (
    <FileButton
      {...rest}
      choice="one"
      label={t('File to replace it with')}
      // Fields not sent again would be lost.
      onFiles={([file]) =>
        upload([{ name: file!.name, content: { file: file! } }], { tags: doc.tags, replaces: doc.doc_id })
      }
    />
  );
}
