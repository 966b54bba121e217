import { ownTitle } from './directives.ts';
import { DROPPED } from './dropped.ts';

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

/**
 * The rows in an attribute of a component, `rows={[["Owner", "All"], …]}`, as lines of Markdown: a table below the names
 * in another attribute, `headers={["Role", "Rights"]}`, or list items without any. Empty when there are no rows.
 */
function tableOf(tag: string): string[] {
  const lists = [...tag.matchAll(LIST_ATTRIBUTE)].map(({ 1: name, index, 0: found }) => ({
    name: name!,
    items: itemsOf(tag, index + found.length),
  }));
  const rows = lists
    .filter(({ items }) => items.some((item) => /^[[{]/.test(item)))
    .flatMap(({ items }) => items.map(cellsOf))
    .filter((cells) => cells.some((cell) => /\p{L}/u.test(cell)));
  if (rows.length === 0) return [];
  const heads = lists.find(({ name }) => /^(?:head|column|field)/i.test(name))?.items.map(cellWords) ?? [];
  if (heads.length < 2) return rows.map((cells) => `- ${cells.filter(Boolean).join(' | ')}`);
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

const LIST_ATTRIBUTE = /\s([\w-]+)=\{\s*\[/g;
const OPENING = '[{(';
const CLOSING = ']})';

/**
 * The items of a list or of an object, as written, up to the bracket that closes it.
 *
 * @param start After the opening one.
 */
function itemsOf(text: string, start: number): string[] {
  const items: string[] = [];
  let depth = 0;
  let begin = start;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (/["'`]/.test(character) && (character !== "'" || /[=([{,:\s]/.test(text[at - 1]!))) {
      const end = text.indexOf(character, at + 1);
      if (end !== -1) at = end;
    } else if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character)) depth--;
    if (depth < 0 || (depth === 0 && character === ',')) {
      items.push(text.slice(begin, at).trim());
      begin = at + 1;
    }
    if (depth < 0) break;
  }
  return items.filter(Boolean);
}

function cellsOf(row: string): string[] {
  if (row.startsWith('[')) return itemsOf(row, 1).map(cellWords);
  if (!row.startsWith('{')) return [cellWords(row)];
  return itemsOf(row, 1).map((member) => cellWords(member.replace(/^["']?[\w-]+["']?\s*:/, '')));
}

/** The words of a string, or those between the tags of an element. */
function cellWords(value: string): string {
  return value
    .replace(/<[^<>]*>/g, '')
    .trim()
    .replace(/^(["'`])([\s\S]*)\1$/, '$2')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
}
