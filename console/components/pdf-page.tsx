import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../messages.ts';
import type { FromFrame, ToFrame } from '../pdf/messages.ts';
import { Button, IconButton } from './button.tsx';
import { openAt, pdfOf } from './pdf-file.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { Loading } from './spinner.tsx';
import { useLoaded } from './use-loaded.ts';

interface Shown {
  readonly page: number;
  readonly pages: number;
  readonly isMarked: boolean;
}

/**
 * A page of a PDF as a picture, with the quotations marked. A frame without an origin draws it.
 *
 * @param props.quotes Their words.
 * @param props.onNoPdf Called when the document is something else.
 */
export function PdfPage(props: {
  readonly docId: string;
  readonly page: number;
  readonly quotes: readonly string[];
  readonly onNoPdf: () => void;
}) {
  const { docId, page, quotes, onNoPdf } = props;
  const { value: file, problem } = useLoaded<Blob | undefined>(docId, ({ signal }) => pdfOf(docId, signal));
  const [shown, setShown] = useState<Shown | 'failed' | null>(null);
  const [isLarge, setLarge] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const port = useRef<MessagePort | null>(null);
  const tell = (message: ToFrame) => port.current?.postMessage(message);

  useEffect(() => {
    if (file === undefined) onNoPdf();
  }, [file]);

  function connect(pdf: Blob): void {
    const channel = new MessageChannel();
    port.current = channel.port1;
    channel.port1.onmessage = async ({ data }: MessageEvent<FromFrame>) => {
      if (data.type === 'ready') tell({ type: 'open', bytes: await pdf.arrayBuffer(), page, quotes });
      else setShown(data.type === 'shown' ? numbersOf(data) : 'failed');
    };
    frame.current!.contentWindow!.postMessage('', '*', [channel.port2]);
  }

  if (problem) return <ProblemNotice problem={problem} />;
  if (!file) return <Loading>{t('Opening the document…')}</Loading>;
  if (shown === 'failed')
    return <p class="aside">{t('This PDF cannot be shown here. Read its text, or download it.')}</p>;
  return (
    <div class="pdf-page stack gap-xs">
      <iframe
        ref={frame}
        src="/console/pdf.html"
        sandbox="allow-scripts"
        title={t('Page {page} of the PDF', { page: shown?.page ?? page })}
        onLoad={() => connect(file)}
      />
      <div class="pdf-tools row wrap gap-xs aside">
        <IconButton
          icon="back"
          label={t('Previous page')}
          disabled={!shown || shown.page <= 1}
          onClick={() => shown && tell({ type: 'turn', page: shown.page - 1 })}
        />
        <span role="status">
          {shown
            ? t('Page {page} of {pages}', { page: shown.page, pages: shown.pages })
            : t('Drawing the page…')}
        </span>
        <IconButton
          icon="next"
          label={t('Next page')}
          disabled={!shown || shown.page >= shown.pages}
          onClick={() => shown && tell({ type: 'turn', page: shown.page + 1 })}
        />
        <IconButton
          icon="zoom"
          label={t('Larger')}
          aria-pressed={isLarge}
          disabled={!shown}
          onClick={() => {
            tell({ type: 'zoom', isLarge: !isLarge });
            setLarge(!isLarge);
          }}
        />
        <Button variant="quiet" icon="out" onClick={() => openAt(file, shown?.page ?? page)}>
          {t('Open the PDF')}
        </Button>
      </div>
    </div>
  );
}

/** What the frame says may be the document's. */
function numbersOf({ page, pages, isMarked }: Shown): Shown {
  return { page: Number(page), pages: Number(pages), isMarked: isMarked === true };
}
