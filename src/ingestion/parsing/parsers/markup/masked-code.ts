import { shownByRole, shownText } from './roles.ts';

/**
 * Hides the code of a source behind marks, so that rules for its prose leave code as it is: fenced and indented blocks,
 * and code spans. Indented lines below a list item belong to it and are no code.
 *
 * @param options.hasIndentedCode False for MDX, in which indentation has no meaning.
 * @returns The prose, in which each piece of code is one mark without any character that Markdown or a template uses;
 * and what puts the code back.
 */
export function maskCode(source: string, { hasIndentedCode }: { hasIndentedCode: boolean }) {
  const hidden: string[] = [];
  const hide = (text: string) => `${OPEN}${hidden.push(text) - 1}${CLOSE}`;
  const reveal = (prose: string): string =>
    prose.replace(MARK, (_, index) => reveal(hidden[Number(index)] ?? ''));
  const blocks = maskBlocks(source.replace(/[\ufdd0\ufdd1]/g, ''), { hasIndentedCode, hide });
  return { prose: maskSpans(blocks, hide), reveal };
}

/** Noncharacters, which no text holds. */
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';
const MARK = /\ufdd0(\d+)\ufdd1/g;

/** The line that opens a fenced block: what stands before it, and its fence. */
export const FENCE = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_ITEM = /^(\s*)((?:[-*+]|\d{1,9}[.)])\s+)\S/;
const CODE_INDENT = 4;

interface Masking {
  readonly hasIndentedCode: boolean;
  readonly hide: (text: string) => string;
}

/** Line by line, as in CommonMark, but without its rules for quotes. */
function maskBlocks(source: string, { hasIndentedCode, hide }: Masking): string {
  const lines: string[] = [];
  let fenced: { mark: string; lines: string[] } | null = null;
  let isAfterBlank = true;
  let isCode = false;
  let itemIndent = 0;
  for (const line of source.split('\n')) {
    if (fenced) {
      fenced.lines.push(line);
      if (!closesFence(line, fenced.mark)) continue;
      lines.push(hide(fenced.lines.join('\n')));
      fenced = null;
      isAfterBlank = false;
      continue;
    }
    const mark = FENCE.exec(line)?.[2];
    const isBlank = line.trim() === '';
    const indent = indentOf(line);
    const item = LIST_ITEM.exec(line);
    if (!isBlank && !item && isAfterBlank && indent < Math.min(itemIndent, 2)) itemIndent = 0;
    isCode = hasIndentedCode && !isBlank && indent >= itemIndent + CODE_INDENT && (isAfterBlank || isCode);
    if (mark) fenced = { mark, lines: [line] };
    else if (isCode) lines.push(hide(line));
    else {
      if (item) itemIndent = indent + item[2]!.length;
      lines.push(line);
    }
    isAfterBlank = isBlank;
  }
  if (fenced) lines.push(hide(fenced.lines.join('\n')));
  return lines.join('\n');
}

/** Whether a line closes the block that `mark` opens. */
export function closesFence(line: string, mark: string): boolean {
  const plain = line.replace(/^[\s>]*/, '').trimEnd();
  return plain.length >= mark.length && plain === mark[0]!.repeat(plain.length);
}

/** In columns; a tab reaches the next multiple of four. */
export function indentOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === '\t') column += 4 - (column % 4);
    else if (character === ' ') column++;
    else break;
  }
  return column;
}

/**
 * Hides code spans. A span after a role's name, as in reStructuredText and MyST, is the text that the role shows; so is
 * one before an underscore, which makes it a link.
 */
function maskSpans(source: string, hide: (text: string) => string): string {
  return source
    .split(/(\n[^\S\n]*\n)/)
    .map((paragraph) => (paragraph.includes('`') ? maskParagraph(paragraph, hide) : paragraph))
    .join('');
}

function maskParagraph(text: string, hide: (text: string) => string): string {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: run }) => ({ at: index, length: run.length }));
  const nextOfLength = new Map<number, number>();
  const closers = runs.map(() => -1);
  for (let run = runs.length - 1; run >= 0; run--) {
    closers[run] = nextOfLength.get(runs[run]!.length) ?? -1;
    nextOfLength.set(runs[run]!.length, run);
  }
  const pieces: string[] = [];
  let done = 0;
  for (let run = 0; run < runs.length; run++) {
    const { at, length } = runs[run]!;
    const closer = runs[closers[run]!];
    if (!closer || text[at - 1] === '\\') continue;
    const end = closer.at + length;
    const before = text.slice(done, at);
    const content = text.slice(at + length, closer.at);
    const role = ROLE.exec(before);
    const isLink = length === 1 && LINK_END.test(text.slice(end, end + 3));
    if (role) {
      pieces.push(before.slice(0, role.index), roleText(role[1] ?? role[2] ?? '', content, hide));
    } else if (isLink) pieces.push(before, shownText(content));
    else pieces.push(before, hide(text.slice(at, end)));
    done = role || !isLink ? end : end + /^_+/.exec(text.slice(end))![0].length;
    run = closers[run]!;
  }
  return pieces.join('') + text.slice(done);
}

const ROLE = /(?:\{([a-zA-Z][\w:+.-]{0,40})\}|(?<![\w:]):([a-zA-Z][\w+.-]*(?::[a-zA-Z][\w+.-]*){0,3}):)$/;
const LINK_END = /^__?(?!\w)/;
/** Roles of code keep its look. */
function roleText(role: string, content: string, hide: (text: string) => string): string {
  const shown = shownByRole(role, content);
  return CODE_ROLE.test(role) ? hide(`\`${shown}\``) : shown;
}

const CODE_ROLE = /^(?:code|samp|kbd|file|command|program|envvar|literal|math|(?:py|c|cpp|js|rst):\w+)$/;
