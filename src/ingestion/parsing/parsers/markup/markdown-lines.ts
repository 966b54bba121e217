import type { DocumentText } from '../../document-text.ts';

/**
 * Markdown too long for a syntax tree, read line by line: headings, fenced code, list items and tables are recognised
 * by their line starts; links, images, emphasis and comments are removed.
 */
export function addMarkdownLines(source: string, document: DocumentText): void {
  let open: string[] = [];
  let fence: string | null = null;
  let kind: 'paragraph' | 'list_item' | 'table' | 'code' = 'paragraph';

  const endBlock = () => {
    document.add(kind, kind === 'code' ? open.join('\n') : withoutMarks(open.join('\n')));
    open = [];
    kind = 'paragraph';
  };

  for (const line of source.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) {
        endBlock();
        fence = null;
      } else open.push(line);
      continue;
    }
    const heading = /^ {0,3}(#{1,6})\s+(.*)$/.exec(line);
    const item = /^\s*((?:[-*+]|\d{1,9}[.)])\s+.*)$/.exec(line);
    const isRow = /^\s*\|/.test(line);
    if (mark || heading || item || line.trim() === '' || isRow !== (kind === 'table')) endBlock();
    if (mark) {
      fence = mark;
      kind = 'code';
    } else if (heading)
      document.add('heading', withoutMarks(headingText(heading[2]!)), { level: heading[1]!.length });
    else if (item) {
      kind = 'list_item';
      open.push(item[1]!);
    } else if (isRow) {
      kind = 'table';
      if (!/^[\s|:-]+$/.test(line))
        open.push(
          line
            .trim()
            .replace(/^\||\|$/g, '')
            .split('|')
            .map((cell) => cell.trim())
            .join(' | '),
        );
    } else if (line.trim() !== '') open.push(line);
  }
  endBlock();
}

/** Without the closing marks of `## Refunds ##`; `C#` keeps its own. */
function headingText(text: string): string {
  return text.trimEnd().replace(/(?<!\S)#+$/, '');
}

function withoutMarks(text: string): string {
  return text
    .replace(/<!--[^>]*-->/g, '')
    .replace(/!?\[([^\][\n]{0,1000})\](?:\([^()\s]{0,2000}(?: "[^"\n]{0,500}")?\)|\[[^\]\n]{0,200}\])/g, '$1')
    .replace(/(\*\*|__|`)([^*_`\n]{1,1000})\1/g, '$2');
}
