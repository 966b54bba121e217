import { ownTitle } from './directives.ts';
import { DROPPED } from './dropped.ts';
import { tableOf } from './mdx-table.ts';

/** Whether a source holds components or modules, as MDX does. */
export function isMdx(prose: string): boolean {
  return MODULE.test(prose) || COMPONENT.test(prose);
}

/** A line that is, or begins with, the tag of a component; elements of HTML may be in capitals altogether. */
const COMPONENT = /^[^\S\n]*<\/?[A-Z]\w*[a-z][\w.]*(?:[^\S\n]*(?:\/?>[^\S\n]*)?$|\s+[\w-]+=)/m;

/**
 * The text of MDX without its JavaScript: imports and exports, expressions in braces, and the tags of components. What
 * stands between the tags stays, as do titles and labels; rows in an attribute become a table.
 *
 * @param prose With its code masked.
 * @param options.isModule Braces hold expressions even without imports.
 */
export function withoutMdx(prose: string, { isModule }: { isModule: boolean }): string {
  const text = prose.replace(EXPRESSION_COMMENT, DROPPED);
  const untagged = withoutTags(text.replace(MODULES, DROPPED));
  return isModule || MODULE.test(text) ? withoutExpressions(untagged) : untagged;
}

/** A module's statement at the start of a line; an export reaches to the line on which its brackets close. */
const MODULE =
  /^(?:import\s+(?:[\w*{},\s$]{1,500}?\sfrom\s+)?['"][^'"\n]{1,300}['"];?[^\S\n]*$|export\s+(?:const|let|var|default|function|async|class)\b(?:[^\n]*[{([][^\S\n]*\n(?:(?![})\]])[^\n]*\n){0,2000}[})\]])?[^\n]*)/m;
const MODULES = new RegExp(MODULE, 'gm');

const EXPRESSION_COMMENT = /\{\s*\/\*(?:(?!\*\/)[\s\S]){0,5000}\*\/\s*\}/g;

/** In a document with modules, literal braces are escaped. An expression may hold elements, but rarely words. */
function withoutExpressions(text: string): string {
  return text
    .replace(/(?<!\\)\{\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*\}/g, (_, double, single) => double ?? single)
    .replace(/(?<!\\)\{[^{}#:][^{}]{0,500}\}/g, DROPPED);
}

/** A longer tag, or one that does not end, is no tag. */
const TAG_CHARACTERS_MAX = 20_000;

function withoutTags(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (!isComponent(text, at)) continue;
    const end = tagEnd(text, at);
    if (end === 'endless') break;
    if (end === -1) continue;
    const tag = text.slice(at, end);
    const lineStart = text.lastIndexOf('\n', at - 1) + 1;
    const indent = text.slice(lineStart, at);
    pieces.push(text.slice(done, at), wordsOf(tag, indent));
    done = end;
    at = end - 1;
  }
  return pieces.join('') + text.slice(done);
}

/** Components have capitals, and fragments no name. `Set<String>` is a type. */
function isComponent(text: string, at: number): boolean {
  const head = text.slice(at, at + 100);
  if (!/^<\/?(?:>|[A-Z]\w*[a-z][\w.]*[\s/>])/.test(head)) return false;
  return !/\w/.test(text[at - 1] ?? '') || !/^<[A-Z]\w*>/.test(head);
}

/** The index after a tag; -1 for other text, and `endless` when it does not end. */
function tagEnd(text: string, start: number): number | 'endless' {
  let depth = 0;
  for (let at = start + 1; at < text.length; at++) {
    if (at - start > TAG_CHARACTERS_MAX) return 'endless';
    const character = text[at]!;
    if (character === '"' || (character === "'" && /[=([{,:\s]/.test(text[at - 1]!))) {
      const end = text.indexOf(character, at + 1);
      if (end === -1 || end - start > TAG_CHARACTERS_MAX) return 'endless';
      at = end;
    } else if (character === '{') depth++;
    else if (character === '}') depth--;
    else if (depth === 0 && character === '>') return at + 1;
    else if (depth === 0 && (character === '<' || /^\n[^\S\n]*\n/.test(text.slice(at, at + 100)))) return -1;
  }
  return -1;
}

/** The title of a component that begins a line, and its table. */
function wordsOf(tag: string, before: string): string {
  if (before.trim() !== '' || tag.startsWith('</')) return DROPPED;
  const title = TITLE.exec(tag);
  const words = ownTitle(title?.[1] ?? title?.[2] ?? title?.[3] ?? '');
  const table = tableOf(tag);
  if (words === '' && table.length === 0) return DROPPED;
  const lines = [...(words === '' ? [] : [words, '']), ...table];
  return `\n${lines.map((line) => `${before}${line}`).join('\n')}\n\n${before}`;
}

const TITLE =
  /\s(?:title|label|heading|header|caption|summary|question)=(?:"([^"]*)"|'([^']*)'|\{\s*["'`]([^"'`]*)["'`]\s*\})/;
