import { directiveKind, ownTitle, versionNote } from './directives.ts';
import { closesFence, FENCE, indentOf } from './masked-code.ts';

/**
 * Markdown without the marks of containers: notes, tabs and the like between `:::`, below `!!! note "Title"` and
 * `=== "Tab"`, and directives of reStructuredText. Their content stays, and their titles are paragraphs; the name of a
 * kind alone (`note`) goes. Code between `{% highlight %}` tags becomes a fenced block.
 */
export function withoutContainers(source: string): string {
  if (!MAY_HOLD_CONTAINER.test(source)) return source;
  const state: State = { out: [], fence: null, indents: [], isInOptions: false };
  for (const written of source.split('\n')) {
    const line = unindented(written, state);
    if (isOption(line, state)) continue;
    if (state.fence) readFenced(line, state.fence, state);
    else if (!opens(line, state)) state.out.push(line);
  }
  return state.out.join('\n');
}

const MAY_HOLD_CONTAINER =
  /^[\s>]*(?::{3,}|!!!|\?\?\?|===[!+]? "|\.\. [\w:-]+::)|\{%-?\s*(?:highlight|codeblock)\b|\{\{<\s*highlight\b/m;

interface Fence {
  readonly isEnd: (line: string) => boolean;
  /** Whether its end is that of a fenced block already, or becomes one. */
  readonly isWritten: boolean;
}

interface State {
  readonly out: string[];
  fence: Fence | null;
  /** Columns at which the content of open indented containers begins, innermost last. */
  readonly indents: number[];
  /** Below the name of a directive, where its options stand. */
  isInOptions: boolean;
}

/** Without the indentation of the open containers; a line with less ends them. */
function unindented(line: string, { indents }: State): string {
  if (line.trim() === '') return line;
  while (indents.length > 0 && indentOf(line) < indents.at(-1)!) indents.pop();
  return indents.reduce((rest) => rest.replace(/^(?: {1,4}|\t)/, ''), line);
}

function readFenced(line: string, { isEnd, isWritten }: Fence, state: State): void {
  const isLast = isEnd(line);
  if (isLast) state.fence = null;
  state.out.push(isLast && !isWritten ? '```' : line);
}

/** `:class: tip` */
function isOption(line: string, state: State): boolean {
  state.isInOptions &&= /^\s*:[\w-]+:(?:\s.*)?$/.test(line);
  return state.isInOptions;
}

/** Whether a line is the mark of a container or opens code; such lines are dealt with. */
function opens(line: string, state: State): boolean {
  for (const { pattern, open } of OPENERS) {
    const found = pattern.exec(line);
    if (found) {
      open(found, state);
      return true;
    }
  }
  return false;
}

interface Opener {
  readonly pattern: RegExp;
  open(found: RegExpExecArray, state: State): void;
}

const OPENERS: readonly Opener[] = [
  {
    pattern: FENCE,
    open({ 2: mark, input }, state) {
      state.out.push(input);
      state.fence = { isEnd: (line) => closesFence(line, mark!), isWritten: true };
    },
  },
  {
    pattern: /^([\s>]*):{3,}\s*(?:\{[^}]*\}|[\w-]*)\s*(?:\[([^\]]*)\]|([^{]{0,200}?))\s*(?:\{[^}]*\})?\s*:*$/,
    open([, indent, bracketed, title], { out }) {
      out.push(...paragraph(indent!, bracketed ?? title ?? ''));
    },
  },
  {
    pattern: /^(\s*)(?:!!!|\?\?\?\+?)\s+[\w -]*?(?:\s*"([^"]*)")?\s*$/,
    open: openIndented,
  },
  { pattern: /^(\s*)===[!+]?\s+"([^"]*)"\s*$/, open: openIndented },
  {
    pattern:
      /^(\s*)(?:\{%-?\s*(?:highlight|codeblock)\b\s*([\w-]*).*%\}|\{\{<\s*highlight\s+"?(\w*).*>\}\})\s*$/,
    open([, , language, hugo], state) {
      state.out.push(`\`\`\`${language ?? hugo ?? ''}`);
      const isEnd = (line: string) =>
        /\{%-?\s*end(?:highlight|codeblock)\b|\{\{<\s*\/\s*highlight\b/.test(line);
      state.fence = { isEnd, isWritten: false };
    },
  },
  {
    pattern: /^(\s*)\.\. ([a-zA-Z][\w:+.-]*)::(?:\s+(.*))?$/,
    open([, indent, name, argument], state) {
      state.isInOptions = true;
      state.out.push(...paragraph(indent!, shownArgument(name!.toLowerCase(), argument ?? '')));
    },
  },
];

/** The words of a directive's argument that its page shows. */
function shownArgument(name: string, argument: string): string {
  const kind = directiveKind(name);
  if (kind === 'version') return versionNote(name, argument) ?? '';
  return kind === 'code' || kind === 'hidden' || kind === 'wrapper' ? '' : argument;
}

function openIndented([, indent, title]: RegExpExecArray, { out, indents }: State): void {
  indents.push(indentOf(indent!) + INDENT);
  out.push(...paragraph(indent!, title ?? ''));
}

const INDENT = 4;

/** Between blank lines; a blank line alone without text. */
function paragraph(indent: string, text: string): string[] {
  const title = ownTitle(text);
  return title === '' ? [''] : ['', `${indent}${title}`, ''];
}
