import { useEffect, useRef, useState } from 'preact/hooks';
import { documentStatus } from '../../api/documents.ts';
import type { DocumentStatus } from '../../api/types.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { downloadOriginal } from '../../components/download-original.ts';
import { Icon } from '../../components/icon.tsx';
import { undisguised } from '../../components/name.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Loading } from '../../components/spinner.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { useMayTry } from '../../components/use-may.ts';
import { t } from '../../messages.ts';
import { adviceOn } from './advice.ts';
import { Brief } from './brief.tsx';
import { change } from './changing.ts';
import { Content } from './content.tsx';
import { DocumentState } from './document-state.tsx';
import { Facts } from './facts.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { lastChanged } from './feed.ts';
import { listing } from './listing.ts';
import { ReplaceButton } from './replace-button.tsx';
import { TagEditor } from './tag-editor.tsx';
import { TitleEditor } from './title-editor.tsx';

/** One document: its state, its origin, and its passages. */
export function DocumentDetail(props: {
  readonly docId: string;
  readonly onClose: () => void;
  readonly onDelete: (doc: DocumentStatus) => void;
}) {
  const { docId, onClose, onDelete } = props;
  const { doc, problem, lookAgain } = useDocument(docId);
  const mayManage = useMayTry('manage');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [doc === null]);

  if (problem) return <ProblemNotice problem={problem} onRetry={lookAgain} />;
  if (!doc) {
    return <Loading>{t('Opening the document…')}</Loading>;
  }
  const { status, error, chunks, version, source } = doc;
  const isReplaceOffered = status === 'failed' && adviceOn(error?.code ?? '').remedy === 'replace';
  return (
    <article class="document-detail stack">
      <header class="row top spread gap-l">
        <TitleEditor doc={doc} heading={heading} isLocked={!mayManage} />
        <IconButton class="detail-close" icon="close" label={t('Close the document')} onClick={onClose} />
      </header>
      <DocumentState doc={doc} />
      {status === 'failed' && error && <FailureNotice doc={doc} error={error} />}
      <p class="actions">
        <Button icon="out" onClick={() => downloadOriginal(docId, undisguised(doc.title))}>
          {t('Download')}
        </Button>
        {mayManage && source.kind !== 'review' && !isReplaceOffered && (
          <ReplaceButton doc={doc}>{t('Replace')}</ReplaceButton>
        )}
        {mayManage && (
          <Button icon="trash" onClick={() => onDelete(doc)}>
            {t('Delete')}
          </Button>
        )}
      </p>
      {version > 1 && chunks > 0 && status !== 'done' && status !== 'skipped' && (
        <p class="notice warn">
          <Icon name="history" />
          <span>
            {status === 'failed'
              ? t('Questions are answered from the previous version.')
              : t('Questions are answered from the previous version, until this one is ready.')}
          </span>
        </p>
      )}
      {mayManage && <TagEditor tags={doc.tags} onChange={(tags) => void change(docId, { tags })} />}
      {chunks > 0 && <Brief key={`brief ${status} ${version}`} doc={doc} />}
      <Facts doc={doc} />
      {chunks > 0 && <Content key={`${status} ${version}`} doc={doc} />}
    </article>
  );
}

/** The document, kept up to date. */
function useDocument(docId: string) {
  const inList = () => listing.get().docs.find(({ doc_id }) => doc_id === docId) ?? null;
  const [told, setTold] = useState<DocumentStatus | null>(inList);
  const { value, problem, reload } = useLoaded(docId, (asking) => documentStatus(docId, asking), told);
  useEffect(() => {
    // It may have changed since the first render.
    setTold((before) => inList() ?? before);
    return lastChanged.subscribe(() => setTold((before) => lastChanged.get().get(docId) ?? before));
  }, [docId]);
  return { doc: told ?? value, problem, lookAgain: reload };
}
