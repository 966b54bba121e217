import papaparse from 'papaparse';
import { directiveKind, versionNote } from '../directives.ts';
import { blocksOf, type RstBlock, type RstDirective } from './rst-blocks.ts';
import type { RstTable } from './rst-tables.ts';

/** A block that shows something, and a caption where it is a table. */
export type ShownBlock =
  | Exclude<RstBlock, { type: 'directive' | 'table' }>
  | ({ readonly type: 'table'; readonly caption?: string } & RstTable);

/** Blocks with their directives resolved to what these show. */
export function* shownBlocks(blocks: Iterable<RstBlock>): Generator<ShownBlock> {
  for (const block of blocks) {
    if (block.type === 'directive') yield* shownBy(block);
    else yield block;
  }
}

function* shownBy({ name, argument, content }: RstDirective): Generator<ShownBlock> {
  const kind = directiveKind(name);
  const { lines, options } = partsOf(content);
  const inner = (own: readonly string[], lead = '', isPart = false): ShownBlock => ({
    ...{ type: 'blocks', lines: own, lead, isItem: false, isPart },
  });
  if (kind === 'hidden') return;
  if (name === 'csv-table' || name === 'list-table' || name === 'table')
    yield* tableOf({ name, argument, lines, options });
  else if (kind === 'code') yield { type: 'code', lines };
  else if (kind === 'wrapper') yield inner(lines, '', true);
  else if (kind === 'note') yield inner([argument, ...lines]);
  else if (kind === 'titled') yield* [{ type: 'text', text: argument } as const, inner(lines, '', true)];
  else if (kind === 'version') {
    const [, version = '', text = ''] = /^(\S*)\s*(.*)$/.exec(argument) ?? [];
    yield inner([text, ...lines], `${versionNote(name, version)}: `);
  } else yield inner(withVersionsBehind(lines), argument === '' ? '' : `${argument}: `);
}

interface Parts {
  /** Below the options. */
  readonly lines: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** Options stand right below the name: `:class: wide`. */
function partsOf(content: readonly string[]): Parts {
  const options = new Map<string, string>();
  let at = 0;
  for (; at < content.length; at++) {
    const [, name, value = ''] = /^:([\w-]+):(?:\s+(.*))?$/.exec(content[at]!) ?? [];
    if (name === undefined) break;
    options.set(name, value);
  }
  return { lines: content.slice(at), options };
}

/** Since when something holds is said behind what it is. */
function withVersionsBehind(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => line !== '' && !VERSION_ALONE.test(line));
  const isText = at > 0 && lines[at - 1] === '' && /^\S/.test(lines[at]!);
  return isText ? [...lines.slice(at), '', ...lines.slice(0, at)] : lines;
}

const VERSION_ALONE = /^\.\. (?:versionadded|versionchanged|deprecated)::\s+\S+$/;

function* tableOf(of: { name: string; argument: string } & Parts): Generator<ShownBlock> {
  const { name, argument, lines, options } = of;
  const hasHead = Number(options.get('header-rows') ?? 0) > 0 || options.has('header');
  if (name === 'csv-table') {
    const source = [options.get('header') ?? '', ...lines]
      .filter(Boolean)
      .join('\n')
      .replace(/,\s+(?=")/g, ',');
    const { data } = papaparse.parse<string[]>(source, { skipEmptyLines: 'greedy', delimiter: ',' });
    const rows = data.map((row) => row.map((cell) => cell.trim().split(/\s*\n\s*/)));
    if (rows.length > 0) yield { type: 'table', caption: argument, rows, hasHead };
  } else if (name === 'list-table') {
    yield { type: 'table', caption: argument, rows: itemsOf(lines).map(itemsOf), hasHead };
  } else {
    for (const block of blocksOf(lines, { isTop: false }))
      if (block.type === 'table') yield { ...block, caption: argument };
  }
}

/** The contents of a list's items. */
function itemsOf(lines: readonly string[]): (readonly string[])[] {
  const items: (readonly string[])[] = [];
  for (const block of blocksOf(lines, { isTop: false })) if (block.type === 'blocks') items.push(block.lines);
  return items;
}
