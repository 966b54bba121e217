import mammoth from 'mammoth';
import { parseFragment } from 'parse5';
import { IngestFailure } from '../../../../errors.ts';
import { type DocumentText, startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { addHtmlBlocks } from '../markup/html-blocks.ts';
import { attributeOf, type HtmlElement } from '../markup/html-tree.ts';
import { readXml } from '../xml.ts';
import type { ZipArchive } from '../zip-archive.ts';
import { withLabelledItems, withLabels } from './docx-labels.ts';
import { type OfficePackage, openOfficePackage } from './office-package.ts';

/**
 * A Word document: headings by style, lists, tables, footnotes and endnotes, then the words of page headers and
 * footers.
 *
 * @throws {IngestFailure} `no_text`, `password_required`, `damaged_file` or `too_complex`.
 */
export async function parseDocx(bytes: Uint8Array): Promise<ParsedDocument> {
  const file = openOfficePackage(bytes, { root: 'document', extension: 'docx' });
  const { value: html } = await mammoth.convertToHtml(mammothInput(file), {
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    includeEmbeddedStyleMap: false,
    styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"],
  });
  const { title, about } = file.properties;
  const document = startDocumentText({ about });
  const labelled = withLabelledItems(withSentences(html));
  addHtmlBlocks(parseFragment(withHeadings(labelled)), document, { leaveOut: isNoteLink });
  addPageFrame(file, document);
  return document.finish({ title });
}

/** A heading that is a sentence is a paragraph: it has the style of one for its number. */
function withSentences(html: string): string {
  return html.replace(HEADING, (heading, _, text: string) =>
    isSentence(text.replace(/<[^>]*>/g, '').trim()) ? `<p>${text}</p>` : heading,
  );
}

const HEADING = /<h([1-6])>(.*?)<\/h\1>/gs;
const SENTENCE_WORDS_MIN = 10;
/** Share of the words that begin with a small letter. */
const SMALL_WORDS_MIN = 0.5;

function isSentence(text: string): boolean {
  if (!/[^.]\.$/.test(text)) return false;
  const words = text.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+/gu) ?? [];
  const small = words.filter((word) => /^\p{Ll}/u.test(word));
  return words.length >= SENTENCE_WORDS_MIN && small.length > words.length * SMALL_WORDS_MIN;
}

/**
 * Short paragraphs that are entirely bold count as headings, but not within tables. Where others have heading styles,
 * bold ones are one level below. Before the first styled heading they belong to the title page, and right above one they
 * end the section before it: there they are no headings.
 */
function withHeadings(html: string): string {
  const found = [...html.matchAll(TABLE_OR_PARAGRAPH)];
  const bold = found.filter(({ groups }) => groups?.text);
  const paragraphs = html.match(/<p>/g) ?? [];
  if (bold.length > paragraphs.length * BOLD_SHARE_MAX) return html;
  const closing = new Set<number>();
  let isClosing = true;
  for (const { index, groups } of found.toReversed()) {
    if (groups?.text && isClosing) closing.add(index);
    else isClosing = groups?.level !== undefined;
  }
  let above = found.some(({ groups }) => groups?.level) ? undefined : 1;
  return html.replace(TABLE_OR_PARAGRAPH, (written, level?: string, text?: string, at?: number) => {
    if (level) above = Number(level);
    if (!text || above === undefined || closing.has(at!)) return written;
    const below = Math.min(above + 1, 6);
    return `<h${below}>${text}</h${below}>`;
  });
}

/** A bold one may end in a colon, but be neither a sentence nor its beginning. */
const TABLE_OR_PARAGRAPH =
  /<table>.*?<\/table>|<h(?<level>[1-6])>|<p><strong>(?:<em>)?(?<text>[^<]{2,100}(?:[^<\s.,;:!?]|\p{L}:))\s*(?:<\/em>)?<\/strong>\s*<\/p>(?!<\/(?:t[dh]|li)>)|<li[ >]|<p>(?!(?:<[^p>]*>|\s)*<\/p>)/gsu;
/** Above this share, bold is emphasis. */
const BOLD_SHARE_MAX = 0.4;

/**
 * mammoth reads the parts through this and never unpacks anything itself, so the bytes are counted. It is missing in
 * its types, but its own tests open files this way.
 */
function mammothInput({ archive, mainPart }: OfficePackage): { path: string } {
  const file = {
    exists: (name: string) => archive.names.includes(name),
    read: async (name: string, encoding?: BufferEncoding) => {
      const content = Buffer.from(readPart(archive, name) ?? '');
      const read = name === mainPart ? withLabelsAndFormulas(content, archive) : content;
      return encoding ? read.toString(encoding) : read;
    },
  };
  return { file } as unknown as { path: string };
}

/** mammoth drops labels of lists, and formulas, whose text is kept as in Word's own plain text. */
function withLabelsAndFormulas(content: Buffer, archive: ZipArchive): Buffer {
  const labelled = withLabels(content.toString('utf8'), readPart(archive, 'word/numbering.xml'));
  const xml = labelled.replace(/<\/?m:oMathPara(?:\s[^>]*)?>/g, '');
  return Buffer.from(
    xml.replace(/<m:oMath(?:\s[^>]*)?>(.*?)<\/m:oMath>/gs, (_, formula: string) => {
      const text = [...formula.matchAll(/<m:t(?:\s[^>]*)?>([^<]*)<\/m:t>/g)].map((run) => run[1]).join('');
      return `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    }),
  );
}

/** OOXML has no DTD; one could only declare entities. */
function readPart(archive: ZipArchive, name: string): Uint8Array | undefined {
  const content = archive.read(name);
  if (content && /\.(?:xml|rels)$/.test(name) && Buffer.from(content).includes('<!DOCTYPE')) {
    const why = 'The file holds a DTD, which no Word document does. Save it again as .docx.';
    throw new IngestFailure('damaged_file', why);
  }
  return content;
}

/** The `[1]` of a note, and the arrow that links back. */
function isNoteLink(element: HtmlElement): boolean {
  const target = `${attributeOf(element, 'id') ?? ''} ${attributeOf(element, 'href') ?? ''}`;
  return element.tagName === 'a' && /(?:foot|end)note-ref-/.test(target);
}

/** The paragraphs of page headers and footers, but no number of a page alone, and those with shapes. */
function addPageFrame({ archive, mainPart }: OfficePackage, document: DocumentText): void {
  for (const name of archive.names.filter((part) => /^word\/(?:header|footer)\d*\.xml$/.test(part)))
    for (const { texts } of paragraphsOf(readPart(archive, name)))
      for (const text of texts) if (/\p{L}{2}/u.test(text)) document.addFrame(text);
  const body = readPart(archive, mainPart);
  if (!body || !Buffer.from(body).includes('<mc:Fallback')) return;
  // The content has the words of shapes after their paragraphs; here they stand within these.
  for (const { texts, hasShape } of paragraphsOf(body)) if (hasShape) document.addFrame(texts.join(' '));
}

/**
 * The outermost paragraphs of a part, each with its texts and those of its shapes, and whether it anchors shapes, whose
 * words stand in the file once for new word processors and once for old ones.
 *
 * @see ISO/IEC 29500-3, 10.2.1: `AlternateContent`.
 */
function paragraphsOf(part: Uint8Array | undefined): { texts: string[]; hasShape: boolean }[] {
  const paragraphs: { texts: string[]; hasShape: boolean }[] = [];
  let depth = 0;
  let fallbacks = 0;
  let text = '';
  readXml(part, {
    open(name) {
      if (name === 'p' && depth++ === 0) paragraphs.push({ texts: [], hasShape: false });
      else if (name === 'Fallback') fallbacks++;
      else if (name === 'tab') text += ' ';
    },
    text(piece, within) {
      if (within !== 't') return;
      text += piece;
      if (fallbacks > 0) paragraphs.at(-1)!.hasShape = true;
    },
    close(name) {
      if (name === 'Fallback') fallbacks--;
      if (name !== 'p') return;
      depth--;
      paragraphs.at(-1)!.texts.push(text);
      text = '';
    },
  });
  return paragraphs;
}
