import { directiveKind, ownTitle, versionNote } from './directives.ts';
import { closesFence, FENCE, indentOf } from './masked-code.ts';

/**
 * Markdown without the marks of containers: notes, tabs and the like between `:::`, below `!!! note "Title"` and
 * `=== "Tab"`, and in the directives of MyST. Their content stays, and their titles are paragraphs; the name of a kind
 * alone (`note`) goes. Code between `{% highlight %}` tags becomes a fenced block.
 */
export function withoutContainers(source: string): string {
  if (!MAY_HOLD_CONTAINER.test(source)) return source;
  const hasComments = MYST.test(source);
  const state: State = { out: [], fence: null, indents: [], directives: [], isInOptions: false };
  for (const written of source.split('\n')) {
    const line = unindented(written, state);
    if (isOption(line, state)) continue;
    if (state.fence) readFenced(line, state.fence, state);
    else if (line.trim() !== '' && line.trim() === state.directives.at(-1)) {
      state.directives.pop();
      state.out.push('');
    } else if (!opens(line, state) && !(hasComments && /^%(?:\s|$)/.test(line))) state.out.push(line);
  }
  return state.out.join('\n');
}

const MAY_HOLD_CONTAINER =
  /^[\s>]*(?::{3,}|!!!|\?\?\?|===[!+]? "|(?:`{3,}|~{3,})\s*\{|\.\. [\w:-]+::)|\{%-?\s*(?:highlight|codeblock)\b|\{\{<\s*highlight\b/m;

/** Its comments begin with a per cent sign. */
const MYST = /^\s*(?:`{3,}|:{3,})\s*\{[a-zA-Z]/m;

interface Fence {
  readonly isEnd: (line: string) => boolean;
  /** What the fence itself becomes; `as written` for code that is fenced already. */
  readonly becomes: 'as written' | 'code' | 'nothing';
}

interface State {
  readonly out: string[];
  fence: Fence | null;
  /** Columns at which the content of open indented containers begins, innermost last. */
  readonly indents: number[];
  /** Fences of open directives, innermost last. */
  readonly directives: string[];
  /** Below the name of a directive, where its options stand. */
  isInOptions: boolean;
}

/** Without the indentation of the open containers; a line with less ends them. */
function unindented(line: string, { indents }: State): string {
  if (line.trim() === '') return line;
  while (indents.length > 0 && indentOf(line) < indents.at(-1)!) indents.pop();
  return indents.reduce((rest) => rest.replace(/^(?: {1,4}|\t)/, ''), line);
}

function readFenced(line: string, { isEnd, becomes }: Fence, state: State): void {
  const isLast = isEnd(line);
  if (isLast) state.fence = null;
  if (becomes === 'as written' || (becomes === 'code' && !isLast)) state.out.push(line);
  else if (isLast) state.out.push(becomes === 'code' ? '```' : '');
}

/** `:class: tip`, or YAML between dashes. */
function isOption(line: string, state: State): boolean {
  state.isInOptions &&= /^\s*(?::[\w-]+:(?:\s.*)?|---|[\w-]+: \S.*)$/.test(line);
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
    pattern: /^([\s>]*)(`{3,}|~{3,}|:{3,})\s*\{([a-zA-Z][\w:+.-]*)\}\s*(.*)$/,
    open([, indent, mark, name, argument], state) {
      openDirective({ indent: indent!, mark: mark!, name: name!.toLowerCase(), argument: argument! }, state);
    },
  },
  {
    pattern: FENCE,
    open({ 2: mark, input }, state) {
      state.out.push(input);
      state.fence = { isEnd: closes(mark!), becomes: 'as written' };
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
      state.fence = { isEnd, becomes: 'code' };
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

function openIndented([, indent, title]: RegExpExecArray, { out, indents }: State): void {
  indents.push(indentOf(indent!) + INDENT);
  out.push(...paragraph(indent!, title ?? ''));
}

const INDENT = 4;

function openDirective(
  { indent, mark, name, argument }: { indent: string; mark: string; name: string; argument: string },
  state: State,
): void {
  const kind = directiveKind(name);
  if (kind === 'code') {
    state.out.push(`${indent}\`\`\`${argument}`);
    state.fence = { isEnd: closes(mark), becomes: 'code' };
  } else if (kind === 'hidden') state.fence = { isEnd: closes(mark), becomes: 'nothing' };
  else {
    state.directives.push(mark);
    state.out.push(...paragraph(indent, shownArgument(name, argument)));
  }
  state.isInOptions = kind !== 'hidden';
}

/** The words of a directive's argument that its page shows. */
function shownArgument(name: string, argument: string): string {
  const kind = directiveKind(name);
  if (kind === 'version') return versionNote(name, argument);
  return kind === 'code' || kind === 'hidden' || kind === 'wrapper' ? '' : argument;
}

function closes(mark: string): (line: string) => boolean {
  return (line) => closesFence(line, mark);
}

/** Between blank lines; a blank line alone without text. */
function paragraph(indent: string, text: string): string[] {
  const title = ownTitle(text);
  return title === '' ? [''] : ['', `${indent}${title}`, ''];
}
