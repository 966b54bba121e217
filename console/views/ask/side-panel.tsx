import { useEffect, useRef } from 'preact/hooks';
import type { AnswerMeta, FoundPassage, Source } from '../../api/types.ts';
import { IconButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Passage } from '../../components/passage.tsx';
import { ResizeHandle } from '../../components/resize-handle.tsx';
import { labelOf } from '../../components/source-label.ts';
import { t } from '../../messages.ts';
import { documentHref } from '../../router.ts';
import { WhyPanel } from './why-panel.tsx';

/** What is open beside the conversation: a source, or why an answer came about. */
export type Panel =
  | { readonly type: 'source'; readonly source: FoundPassage | Source }
  | { readonly type: 'why'; readonly meta: AnswerMeta };

/** Beside the conversation where there is room, else a sheet above it. */
export function SidePanel(props: {
  readonly panel: Panel;
  readonly isWide: boolean;
  readonly onClose: () => void;
}) {
  const { panel, isWide, onClose } = props;
  const title = panel.type === 'source' ? labelOf(panel.source) : t('Why this answer');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [panel, isWide]);
  const content =
    panel.type === 'source' ? (
      <Passage
        key={JSON.stringify(panel.source)}
        source={panel.source}
        documentHref={documentHref(panel.source.doc_id)}
      />
    ) : (
      <WhyPanel key={panel.meta.correlation_id} meta={panel.meta} />
    );
  if (!isWide) {
    return (
      <Dialog title={title} shape="sheet" onClose={onClose}>
        {content}
      </Dialog>
    );
  }
  const n = panel.type === 'source' && 'n' in panel.source ? panel.source.n : null;
  const label =
    panel.type === 'why' ? title : n === null ? t('Passage') : t('Source {number}', { number: n });
  return (
    <>
      <ResizeHandle />
      <aside class="ask-passage col gap-l" aria-label={label}>
        <header class="row top spread gap-l">
          {n !== null && <span class="source-number">{n}</span>}
          <h2 ref={heading} class="clamp" tabindex={-1} dir="auto">
            {title}
          </h2>
          <IconButton
            icon="close"
            label={panel.type === 'why' ? t('Close') : t('Close the source')}
            onClick={onClose}
          />
        </header>
        {content}
      </aside>
    </>
  );
}
