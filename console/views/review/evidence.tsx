import { useEffect, useState } from 'preact/hooks';
import { type ApiProblem, isAbort, problemOf } from '../../api/problem.ts';
import { passageText } from '../../api/review.ts';
import type { DocumentText, Source } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Passage } from '../../components/passage.tsx';
import { labelOf, placeOf } from '../../components/source-label.ts';
import { t } from '../../messages.ts';
import { documentHref } from '../../router.ts';
import { evidenceParts } from './evidence-parts.ts';

/** Skimming through entries sends no requests. */
const PAUSE_MS = 200;
const KEPT_MAX = 200;

type Loaded =
  | { readonly document: DocumentText }
  | { readonly change: 'replaced' | 'deleted' }
  | { readonly problem: ApiProblem };

/** Loaded passages, by chunk, which several answers may cite; the oldest make room. */
const kept = new Map<string, Loaded>();

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
  const loaded = usePassage(source, isStale);
  const { n, kind, snippet } = source;
  const place = placeOf(source);
  const document = loaded && 'document' in loaded ? loaded.document : null;
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
      {loaded && 'change' in loaded && (
        <p class="evidence-change row top gap-s aside">
          <Icon name="alert" />
          {loaded.change === 'deleted'
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
      {loaded && 'problem' in loaded && (
        <p class="aside">{t('The passage can’t be opened: {reason}.', { reason: loaded.problem.title })}</p>
      )}
      <Button variant="quiet" icon="document" onClick={onOpen}>
        {t('Show in document')}
        <span class="visually-hidden">: {t('source {number}', { number: n })}</span>
      </Button>
    </li>
  );
}

/** @param isStale A cached passage may then be outdated. */
function usePassage(source: Source, isStale: boolean): Loaded | null {
  const { chunk_id: chunkId } = source;
  const [loaded, setLoaded] = useState<Loaded | null>(() => (isStale ? null : (kept.get(chunkId) ?? null)));
  useEffect(() => {
    if (loaded && 'document' in loaded) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const found = await load(source, controller.signal);
      if (found) setLoaded(found);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [chunkId]);
  return loaded;
}

async function load(source: Source, signal: AbortSignal): Promise<Loaded | null> {
  try {
    const found = { document: await passageText(source, { signal }) };
    kept.delete(source.chunk_id);
    kept.set(source.chunk_id, found);
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!);
    return found;
  } catch (error) {
    if (isAbort(error)) return null;
    const problem = problemOf(error);
    if (problem.code === 'chunk_not_found') return { change: 'replaced' };
    if (problem.code === 'document_not_found') return { change: 'deleted' };
    return { problem };
  }
}
