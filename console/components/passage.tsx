import { useEffect, useRef, useState } from 'preact/hooks';
import { documentText } from '../api/client.ts';
import type { ApiProblem } from '../api/problem.ts';
import type { Asking } from '../api/request.ts';
import type { FoundPassage } from '../api/types.ts';
import { t } from '../messages.ts';
import { createStoredStore, useStore } from '../store.ts';
import { Button, ButtonLink } from './button.tsx';
import { downloadOriginal } from './download-original.ts';
import {
  type Block,
  blocksIn,
  type PassagePart,
  passageParts,
  stillSays,
  withoutFrame,
} from './passage-parts.ts';
import { PassageText } from './passage-text.tsx';
import { PdfPage } from './pdf-page.tsx';
import { safeHref } from './safe-href.ts';
import { ScrollRegion } from './scroll-region.tsx';
import { placeOf, titleIn } from './source-label.ts';
import { Loading } from './spinner.tsx';
import { useLoaded } from './use-loaded.ts';

/** UTF-16 units shown before and after the passage. */
const AROUND_UNITS = 1_200;

/** How sources with pages are shown, as last chosen. */
const sourceView = createStoredStore<'text' | 'page'>('docent.sourceView', 'text', {
  storage: localStorage,
  read: (stored) => (stored === 'text' || stored === 'page' ? stored : undefined),
});

/** A passage and what is around it. */
interface Shown {
  readonly parts: readonly PassagePart[];
  readonly blocks: readonly Block[];
  readonly cut: { before: boolean; after: boolean };
}

/**
 * A passage within its document, scrolled to the highlighted quotations; alone, as it came with the answer, where the
 * document does not have it. Remounted for each source.
 *
 * @param props.documentHref The page of the document.
 */
export function Passage({ source, documentHref }: { source: FoundPassage; documentHref: string }) {
  const [askForKey, setAskForKey] = useState<'when needed' | 'never'>('never');
  const {
    value: shown,
    problem,
    isLoading,
  } = useLoaded(askForKey, (asking) => load(source, { ...asking, askForKey }));
  const view = useStore(sourceView);
  const [isPdf, setPdf] = useState(source.page !== null && source.kind === 'document');
  const isPage = isPdf && view === 'page';
  const place = placeOf(source);
  const address = source.url === null ? undefined : safeHref(source.url);
  return (
    <div class="passage col gap-l">
      {(place !== '' || source.kind === 'approved_answer') && (
        <p class="row wrap gap-facts aside">
          <span dir="auto">{place}</span>
          {source.kind === 'approved_answer' && <span>{t('Answer approved by a reviewer')}</span>}
        </p>
      )}
      {isPdf && <ViewChoice view={view} />}
      {isLoading && <Loading>{t('Opening the document…')}</Loading>}
      {isPage && !isLoading && (
        <PdfPage
          docId={source.doc_id}
          page={source.page!}
          quotes={quotesIn(shown, source)}
          onNoPdf={() => setPdf(false)}
        />
      )}
      {!isPage && shown && <Text {...shown} />}
      {!isPage && !isLoading && !shown && (
        <>
          <blockquote class="passage-text" dir="auto">
            {source.snippet}
          </blockquote>
          <WhyAlone problem={problem} onKey={() => setAskForKey('when needed')} />
        </>
      )}
      <p class="passage-links chips">
        <ButtonLink icon="document" href={documentHref}>
          {t('Whole document')}
        </ButtonLink>
        <Button icon="out" onClick={() => downloadOriginal(source.doc_id, titleIn(source.label))}>
          {t('Download the file')}
        </Button>
        {address && (
          <ButtonLink icon="out" href={address} target="_blank" rel="noopener noreferrer nofollow">
            {t('Open its URL')}
          </ButtonLink>
        )}
      </p>
    </div>
  );
}

function Text({ parts, blocks, cut }: Shown) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = text.current!;
    const quote = box.querySelector('mark') ?? box.querySelector('.in-passage');
    if (!quote) return;
    // Not `scrollIntoView`, which scrolls the answer beside it as well.
    const [place, frame] = [quote.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollTop += place.top - frame.top - Math.max(0, (frame.height - place.height) / 2);
  }, [parts]);
  return (
    <ScrollRegion element={text} class="passage-text" dir="auto" label={t('Text of the document')}>
      {cut.before && <span aria-hidden="true">… </span>}
      <PassageText parts={parts} blocks={blocks} />
      {cut.after && <span aria-hidden="true"> …</span>}
    </ScrollRegion>
  );
}

/** Text, or the page as a picture. */
function ViewChoice({ view }: { view: 'text' | 'page' }) {
  const choice = (name: typeof view, words: string) => (
    <button type="button" aria-pressed={view === name} onClick={() => sourceView.set(name)}>
      {words}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div class="segments" role="group" aria-label={t('Show as')}>
      {choice('text', t('Text'))}
      {choice('page', t('Page'))}
    </div>
  );
}

/** The words to mark on the page. */
function quotesIn(shown: Shown | null, { snippet }: FoundPassage): string[] {
  const quotes = shown?.parts.filter(({ role }) => role === 'quote').map(({ text }) => text) ?? [];
  return quotes.length > 0 ? quotes : [snippet];
}

function WhyAlone({ problem, onKey }: { problem: ApiProblem | null; onKey: () => void }) {
  if (problem?.code === 'invalid_api_key') {
    return (
      <p class="aside">
        {t('The rest of the document needs the API key.')}{' '}
        <Button icon="key" onClick={onKey}>
          {t('Enter key')}
        </Button>
      </p>
    );
  }
  const isGone = problem === null || problem.code === 'document_not_found';
  return (
    <p class="aside" role="note">
      {isGone
        ? t('The document has been replaced or deleted. This is what it said when the question was asked.')
        : `${problem.title}. ${problem.detail}`}
    </p>
  );
}

/** Null when the document says something else by now. */
async function load(source: FoundPassage, asking: Asking): Promise<Shown | null> {
  const { doc_id, start, end, quotes } = source;
  const range = { from: Math.max(0, start - AROUND_UNITS), to: end + AROUND_UNITS };
  const document = withoutFrame(await documentText(doc_id, range, asking));
  if (!stillSays(document, source)) return null;
  return {
    parts: passageParts(document, { passage: { start, end }, quotes }),
    blocks: blocksIn(document),
    cut: { before: document.from > 0, after: document.to < document.length },
  };
}
