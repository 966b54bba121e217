import type { DocumentStatus } from '../../api/types.ts';
import { openPdfAt, PDF } from '../../components/pdf-file.ts';
import { t } from '../../messages.ts';

/** A page of a document by its number; of a PDF it opens there. */
export function PageButton(props: { doc: Pick<DocumentStatus, 'doc_id' | 'media_type'>; page: number }) {
  const { doc, page } = props;
  const words = t('Page {page}', { page });
  if (doc.media_type !== PDF) return <span class="aside">{words}</span>;
  return (
    <button
      type="button"
      class="page-button"
      title={t('Open the PDF')}
      onClick={() => openPdfAt(doc.doc_id, page)}
    >
      {words}
    </button>
  );
}
