/**
 * The rows in an attribute of a component, `rows={[["Owner", "All"], …]}`, as lines of Markdown: a table below the names
 * in another attribute, `headers={["Role", "Rights"]}`, or list items without any. Empty when there are no rows.
 */
export function tableOf(tag: string): string[] {
  const lists = [...tag.matchAll(LIST_ATTRIBUTE)].map(({ 1: name, index, 0: found }) => ({
    name: name!,
    items: itemsOf(tag, index + found.length),
  }));
  const rows = lists
    .filter(({ items }) => items.some((item) => /^[[{]/.test(item)))
    .flatMap(({ items }) => items.map(cellsOf))
    .filter((cells) => cells.some((cell) => /\p{L}/u.test(cell)));
  if (rows.length === 0) return [];
  const heads = lists.find(({ name }) => /^(?:head|column|field)/i.test(name))?.items.map(wordsOf) ?? [];
  if (heads.length < 2) return rows.map((cells) => `- ${cells.filter(Boolean).join(' | ')}`);
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

const LIST_ATTRIBUTE = /\s([\w-]+)=\{\s*\[/g;
const OPENING = '[{(';
const CLOSING = ']})';

/** The items of a list or of an object, as written, up to the bracket that closes it. @param start After the opening one. */
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
  if (row.startsWith('[')) return itemsOf(row, 1).map(wordsOf);
  if (!row.startsWith('{')) return [wordsOf(row)];
  return itemsOf(row, 1).map((member) => wordsOf(member.replace(/^["']?[\w-]+["']?\s*:/, '')));
}

/** The words of a string, or those between the tags of an element. */
function wordsOf(value: string): string {
  const words = value
    .trim()
    .replace(/<[^<>]*>/g, '')
    .trim();
  return words
    .replace(/^(["'`])([\s\S]*)\1$/, '$2')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
}
