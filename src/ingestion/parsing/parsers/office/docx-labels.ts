import { attributeNamed, readXml } from '../xml.ts';

/** A label stands between these, which no text has: they are no characters. */
const [BEFORE, BEHIND] = ['\ufdd0', '\ufdd1'] as const;

/**
 * Writes the numbers of list items, which Word counts itself, before their text: `(a)`. Those that a style gives, and
 * bullets, stay without.
 *
 * @param xml Of the main part.
 * @param numbering The part that defines lists.
 * @see ECMA-376 part 1, 17.9 (numbering).
 */
export function withLabels(xml: string, numbering: Uint8Array | undefined): string {
  if (!numbering) return xml;
  const lists = readLists(numbering);
  const started = new Set<string>();
  return xml.replace(/<w:numPr>(?:(?!<w:numPr>).)*?<\/w:pPr>/gs, (properties) => {
    const [, depth = '0'] = /<w:ilvl w:val="([0-8])"/.exec(properties) ?? [];
    const [, id = ''] = /<w:numId w:val="(\d+)"/.exec(properties) ?? [];
    const list = lists.nums.get(id);
    const levels = lists.levels.get(list?.of ?? '');
    const level = levels?.[Number(depth)];
    if (!list || !levels || !level) return properties;
    const restart = started.has(`${id} ${depth}`) ? undefined : list.starts.get(Number(depth));
    started.add(`${id} ${depth}`);
    level.count = restart ?? (level.count === undefined ? level.start : level.count + 1);
    for (const deeper of levels.slice(Number(depth) + 1)) if (deeper) deeper.count = undefined;
    const label = level.format === 'bullet' ? '' : labelOf(level, levels);
    return `${properties}<w:r><w:t xml:space="preserve">${BEFORE}${label}${BEHIND}</w:t></w:r>`;
  });
}

/** Makes the labels in mammoth's HTML an attribute of their items, which `addHtmlBlocks` shows. */
export function withLabelledItems(html: string): string {
  return html
    .replace(new RegExp(`<li>${BEFORE}([^${BEHIND}<"]+)${BEHIND}`, 'g'), '<li data-list-label="$1">')
    .replace(new RegExp(`${BEFORE}[^${BEHIND}]*${BEHIND}`, 'g'), '');
}

interface Level {
  format: string;
  text: string;
  start: number;
  /** Of the last item; undefined before the first. */
  count: number | undefined;
}

function readLists(numbering: Uint8Array) {
  const levels = new Map<string, (Level | undefined)[]>();
  const nums = new Map<string, { of: string; starts: Map<number, number> }>();
  let [abstract, num, depth] = ['', '', 0];
  readXml(numbering, {
    open(name, attributes) {
      const value = attributeNamed(attributes, 'val') ?? '';
      const level = num === '' ? levels.get(abstract)?.[depth] : undefined;
      if (name === 'abstractNum') {
        abstract = attributeNamed(attributes, 'abstractNumId') ?? '';
        levels.set(abstract, []);
      } else if (name === 'num') {
        num = attributeNamed(attributes, 'numId') ?? '';
        nums.set(num, { of: '', starts: new Map() });
      } else if (name === 'lvl' || name === 'lvlOverride') {
        depth = Number(attributeNamed(attributes, 'ilvl')) || 0;
        if (name === 'lvl' && num === '' && depth < LEVELS_MAX)
          levels.get(abstract)![depth] = { format: 'decimal', text: '', start: 1, count: undefined };
      } else if (name === 'abstractNumId' && num !== '') nums.get(num)!.of = value;
      else if (name === 'startOverride') nums.get(num)?.starts.set(depth, Number(value) || 0);
      else if (level && name === 'numFmt') level.format = value;
      else if (level && name === 'lvlText') level.text = value;
      else if (level && name === 'start') level.start = Number(value) || 0;
    },
  });
  return { levels, nums };
}

const LEVELS_MAX = 9;

/** Empty where a number has a form that is not known here. */
function labelOf({ text }: Level, levels: readonly (Level | undefined)[]): string {
  let isKnown = !/[<>&"]/.test(text);
  const label = text.replace(/%([1-9])/g, (_, digit: string) => {
    const level = levels[Number(digit) - 1];
    const number = numberOf(level?.count ?? level?.start ?? 0, level?.format ?? '');
    isKnown &&= number !== undefined;
    return number ?? '';
  });
  return isKnown ? label.trim() : '';
}

function numberOf(count: number, format: string): string | undefined {
  if (format === 'decimal') return String(count);
  if (count < 1 || count > COUNT_MAX) return undefined;
  const isUpper = format.startsWith('upper');
  if (!/^(?:upper|lower)(?:Letter|Roman)$/.test(format)) return undefined;
  // Behind `z` comes `aa`, then `bb`.
  const number = format.endsWith('Letter')
    ? String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.ceil(count / 26))
    : romanOf(count);
  return isUpper ? number.toUpperCase() : number;
}

const COUNT_MAX = 1_000;

function romanOf(count: number): string {
  let [left, number] = [count, ''];
  for (const [letters, value] of ROMAN) for (; left >= value; left -= value) number += letters;
  return number;
}

const ROMAN = Object.entries({
  ...{ m: 1000, cm: 900, d: 500, cd: 400, c: 100, xc: 90, l: 50, xl: 40, x: 10, ix: 9, v: 5, iv: 4, i: 1 },
});
