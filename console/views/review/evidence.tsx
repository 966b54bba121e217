import { useState } from 'preact/hooks';
import { problemOf } from '../../api/problem.ts';
import { passageText } from '../../api/review.ts';
import type { DocumentText, Source } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Passage } from '../../components/passage.tsx';
import { labelOf, placeOf } from '../../components/source-label.ts';
import { useLoaded } from '../../components/use-loaded.ts';
import { t } from '../../messages.ts';
import { documentHref } from '../../router.ts';
import { evidenceParts } from './evidence-parts.ts';

/** Skimming through entries sends no requests. */
const PAUSE_MS = 200;
const KEPT_MAX = 200;

/** Loaded passages, by chunk, which several answers may cite; the oldest make room. */
const kept = new Map<string, DocumentText>();

/** An answer's evidence: each cited passage with its quotations marked, or why it is missing. */
export function Evidence({ sources, isStale }: { sources: readonly Source[]; isStale: boolean }) {
  const [open, setOpen] = useState<Source | null>(null);
  if (sources.length === 0) return <p class="aside">{t('This answer has no sources.')}</p>;
  return (
    <>
      <ol class="stack gap-l" aria-label={t('Sources')}>
        {sources.map((source) => (
          <EvidenceItem
            key={source.chunk_id}
            source={source}
            isStale={isStale}
            onOpen={() => setOpen(source)}
          />
        ))}
      </ol>
      {open && (
        <Dialog title={labelOf(open)} shape="sheet" onClose={() => setOpen(null)}>
          <Passage source={open} documentHref={documentHref(open.doc_id)} />
        </Dialog>
      )}
    </>
  );
}

/** Scrolls to the source with this number and focuses it. */
export function showEvidence({ n }: Source): void {
  const item = document.getElementById(`evidence-${n}`);
  item?.scrollIntoView({ block: 'nearest' });
  item?.focus({ preventScroll: true });
}

function EvidenceItem(props: { source: Source; isStale: boolean; onOpen: () => void }) {
  const { source, isStale, onOpen } = props;
  const { n, kind, snippet, chunk_id: chunkId } = source;
  // If it is stale, so may be the passage.
  const known = isStale ? null : (kept.get(chunkId) ?? null);
  const { value: loaded, problem } = useLoaded(chunkId, ({ signal }) => load(source, signal), known);
  const place = placeOf(source);
  const document = typeof loaded === 'string' ? null : loaded;
  return (
    <li id={`evidence-${n}`} class="evidence card stack gap-m" tabindex={-1}>
      <div class="row top">
        <span class="source-number">{n}</span>
        <h3 dir="auto">{labelOf(source)}</h3>
        {kind === 'approved_answer' && <span class="tag">{t('Approved answer')}</span>}
      </div>
      {!document && place !== '' && (
        <p class="aside" dir="auto">
          {place}
        </p>
      )}
      {typeof loaded === 'string' && (
        <p class="evidence-change row top gap-s aside toned warn">
          <Icon name="alert" />
          {loaded === 'deleted'
            ? t('Deleted. This is what it said:')
            : t('Replaced. It may say something else now. This is what it said:')}
        </p>
      )}
      <blockquote class="evidence-text" dir="auto">
        {document
          ? evidenceParts(document, source).map(({ role, text }) =>
              role === 'quote' ? <mark>{text}</mark> : <span>{text}</span>,
            )
          : snippet}
      </blockquote>
      {problem && (
        <p class="aside">{t('The passage can’t be opened: {reason}.', { reason: problem.title })}</p>
      )}
      <Button variant="quiet" icon="document" onClick={onOpen}>
        {t('Show in document')}
        <span class="visually-hidden">: {t('source {number}', { number: n })}</span>
      </Button>
    </li>
  );
}

/** The passage, or what became of it. */
async function load(source: Source, signal: AbortSignal): Promise<DocumentText | 'replaced' | 'deleted'> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  try {
    const found = await passageText(source, { signal });
    kept.delete(source.chunk_id);
    kept.set(source.chunk_id, found);
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!);
    return found;
  } catch (error) {
    const { code } = problemOf(error);
    if (code === 'chunk_not_found') return 'replaced';
    if (code === 'document_not_found') return 'deleted';
    throw error;
  }
}
