/** One thing that a document says: a sentence, or a row of a table. */
export interface Statement {
  /** The headings above it without that of the document, outermost first, joined by ` › `. */
  readonly section: string;
  readonly text: string;
  /** Whether it says that it leaves something open: then there is nothing to hold. */
  readonly isOpen: boolean;
}

/** Where one sentence ends and the next begins. The dots that set the settings apart end one as well. */
const BETWEEN = /(?<=[.;][)*`"]*) (?=\S)| · /;
const LEAVES_OPEN = /: not shown\.$/;

/** The statements of a document in Markdown, in its order; headings and heads of tables are none. */
export function statementsIn(markdown: string): Statement[] {
  const statements: Statement[] = [];
  const headings: string[] = [];
  const lines = markdown.split('\n');
  let isOpenList = false;
  for (const [at, line] of lines.entries()) {
    const heading = /^(#+) (.*)$/.exec(line);
    if (heading) {
      headings.splice(heading[1]!.length - 1, headings.length, heading[2]!);
      isOpenList = false;
    }
    const isTableHead = isTableRule(lines[at + 1] ?? '');
    if (heading || isTableHead || isTableRule(line) || line.trim() === '') continue;
    const section = headings.slice(1).join(' › ');
    for (const text of line.startsWith('|') ? [line] : sentencesOf(line)) {
      if (text === 'Not shown:') isOpenList = true;
      statements.push({ section, text, isOpen: isOpenList || LEAVES_OPEN.test(text) });
    }
  }
  return statements;
}

function isTableRule(line: string): boolean {
  return /^\|[-| ]+\|$/.test(line);
}

function sentencesOf(line: string): string[] {
  return line
    .replace(/^\s*([-*]|\d+\.) /, '')
    .split(BETWEEN)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
