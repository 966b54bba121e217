import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { undisguised } from '../components/name.tsx';
import { ResizeHandle } from '../components/resize-handle.tsx';
import { useKeys, useUndoKey } from '../components/use-keys.ts';
import { useMayTry } from '../components/use-may.ts';
import { useMedia, WIDE } from '../components/use-media.ts';
import type { RowFocus } from '../components/virtual-list.tsx';
import { t } from '../messages.ts';
import { goTo, place } from '../router.ts';
import { useStore } from '../store.ts';
import { AddPanel } from './documents/add-panel.tsx';
import { nextTags } from './documents/adding.ts';
import { deleteLater, deleteNow, undoDeletion } from './documents/deletions.ts';
import { DocumentDetail } from './documents/detail.tsx';
import { DocumentRows } from './documents/document-rows.tsx';
import { feedState, followFeed } from './documents/feed.ts';
import { load } from './documents/listing.ts';
import { Sources } from './documents/sources.tsx';
import { Storage } from './documents/storage.tsx';
import { Toolbar } from './documents/toolbar.tsx';
import { UndoBar } from './documents/undo-bar.tsx';
import { missedUploads } from './documents/upload-list.ts';
import { UploadPanel } from './documents/upload-panel.tsx';

/** The documents: searchable, incoming and failed ones; `rest` is the open document. */
export function DocumentsView({ rest }: { rest: string }) {
  const isWide = useMedia(WIDE);
  const mayAdd = useMayTry('add');
  const search = useRef<HTMLInputElement>(null);
  const rowFocus = useRef<RowFocus | null>(null);
  const lastIndex = useRef(0);

  useEffect(() => {
    const stop = followFeed();
    void load();
    void missedUploads();
    return () => {
      stop();
      nextTags.set([]);
      // Leaving the page confirms the deletion.
      void deleteNow();
    };
  }, []);

  function close(): void {
    goTo({ view: 'documents' });
    rowFocus.current?.(lastIndex.current);
  }

  async function remove(doc: { doc_id: string; title: string }, index: number): Promise<void> {
    if (!(await deleteLater({ docId: doc.doc_id, title: undisguised(doc.title) }))) return;
    if (place.get().rest === doc.doc_id) goTo({ view: 'documents' });
    // The next one has moved up to its place.
    requestAnimationFrame(() => rowFocus.current?.(index));
  }

  useKeys({
    '/': () => search.current?.focus(),
    Escape: () => {
      if (rest !== '') close();
    },
  });
  useUndoKey(undoDeletion);

  const detail = rest !== '' && (
    <DocumentDetail
      key={rest}
      docId={rest}
      onClose={close}
      onDelete={(doc) => remove(doc, lastIndex.current)}
    />
  );
  return (
    <div class={detail && isWide ? 'documents screen with-detail' : 'documents screen'}>
      <div class="documents-main page col">
        <header class="documents-head row wrap">
          <h1>{t('Documents')}</h1>
          <Storage />
          <LiveMark />
        </header>
        {mayAdd && <AddPanel />}
        {mayAdd && <Sources />}
        <UploadPanel />
        <UndoBar />
        <Toolbar search={search} />
        <DocumentRows
          openId={rest}
          rowFocus={rowFocus}
          onOpened={(index) => {
            lastIndex.current = index;
          }}
          onDelete={remove}
        />
      </div>
      {detail && isWide && (
        <>
          <ResizeHandle />
          <aside class="documents-detail" aria-label={t('Document')}>
            {detail}
          </aside>
        </>
      )}
      {detail && !isWide && (
        <Dialog title={t('Document')} shape="sheet" onClose={close}>
          {detail}
        </Dialog>
      )}
    </div>
  );
}

/** Whether the page is up to date. */
function LiveMark() {
  const state = useStore(feedState);
  return (
    <p class={`live row gap-s aside push ${state}`} role="status">
      {state === 'live' && t('Live')}
      {state === 'broken' && t('Connection lost. This list may be out of date. Reconnecting…')}
    </p>
  );
}
