import { FILES as DECODERS } from 'virtual:image-decoders';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy, Util } from 'pdfjs-dist';
import * as worker from 'pdfjs-dist/build/pdf.worker.mjs';
import type { FromFrame, ToFrame } from './messages.ts';
import './page.css';
import { type PlacedText, quoteBoxes } from './quote-boxes.ts';

/**
 * Draws pages of a PDF, in a frame that has no origin, no key and no network: it is handed the bytes, and a document
 * that breaks out of the library finds nothing here.
 */

/** More pixels than these for each of the screen's take memory, and nobody sees them. */
const PIXEL_RATIO_MAX = 2;
/** Pixels of a whole page; a larger one is drawn with fewer. */
const PIXELS_MAX = 16_000_000;

// There is no worker to load: this frame has a process of its own.
Object.assign(globalThis, { pdfjsWorker: worker });
GlobalWorkerOptions.workerSrc = 'none';

let opened: PDFDocumentProxy | undefined;
let number = 1;
let quotes: readonly string[] = [];
let drawing = Promise.resolve();

addEventListener('message', ({ source, ports: [port] }) => {
  if (source !== parent || !port) return;
  const tell = (message: FromFrame) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    drawing = drawing.then(() => follow(data, tell)).catch(() => tell({ type: 'failed' }));
  };
  tell({ type: 'ready' });
});

async function follow(message: ToFrame, tell: (message: FromFrame) => void): Promise<void> {
  if (message.type === 'open') {
    ({ quotes } = message);
    opened = await getDocument({
      ...{ data: message.bytes, useSystemFonts: true },
      ...{ useWorkerFetch: false, wasmUrl: 'bundled/', BinaryDataFactory: BundledFiles },
    }).promise;
  }
  if (!opened) return;
  if (message.type === 'zoom') document.getElementById('page')!.classList.toggle('large', message.isLarge);
  else number = Math.min(Math.max(1, message.page), opened.numPages);
  const isMarked = await draw(await opened.getPage(number));
  tell({ type: 'shown', page: number, pages: opened.numPages, isMarked });
}

/** What pdf.js loads on demand, as far as it is here: the frame has no network. */
class BundledFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const file = DECODERS.find(({ name }) => name === filename);
    if (!file) throw new Error(`Cannot load ${filename} as it is not bundled`);
    return Uint8Array.from(atob(file.base64), (unit) => unit.charCodeAt(0));
  }
}

/** @returns Whether a quotation is on the page. */
async function draw(page: PDFPageProxy): Promise<boolean> {
  const place = document.getElementById('page')!;
  const plain = page.getViewport({ scale: 1 });
  const wanted = (place.clientWidth / plain.width) * Math.min(devicePixelRatio, PIXEL_RATIO_MAX);
  const scale = Math.min(wanted, Math.sqrt(PIXELS_MAX / (plain.width * plain.height)));
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const [pieces] = await Promise.all([textOf(page, scale), page.render({ canvas, viewport }).promise]);
  // The proportions of most fonts are alike.
  const pen = document.createElement('canvas').getContext('2d')!;
  const marks = quotes
    .flatMap((quote) => quoteBoxes(pieces, quote, (text) => pen.measureText(text).width))
    .map(({ left, top, width, height }) => {
      const mark = document.createElement('div');
      mark.className = 'quote';
      mark.style.left = percent(left / viewport.width);
      mark.style.top = percent(top / viewport.height);
      mark.style.width = percent(width / viewport.width);
      mark.style.height = percent(height / viewport.height);
      return mark;
    });
  place.replaceChildren(canvas, ...marks);
  if (marks[0]) marks[0].scrollIntoView({ block: 'center', inline: 'center' });
  else scrollTo(0, 0);
  return marks.length > 0;
}

/** The texts of a page, in pixels of its canvas. */
async function textOf(page: PDFPageProxy, scale: number): Promise<PlacedText[]> {
  const { transform } = page.getViewport({ scale });
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || item.str === '') return [];
    const [, , c, d, left, bottom] = Util.transform(transform, item.transform) as number[];
    const height = Math.hypot(c!, d!);
    return [
      {
        text: item.str,
        left: left!,
        top: bottom! - height,
        width: item.width * scale,
        height: height * 1.15,
      },
    ];
  });
}

function percent(share: number): string {
  return `${100 * share}%`;
}
