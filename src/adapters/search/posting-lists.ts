import { doubled } from './growing.ts';

const PAGE_BITS = 16;
const PAGE_ENTRIES = 1 << PAGE_BITS;
/** Entries of a list's first, second, … block, one of which links to the next block; the last size repeats. */
const BLOCK_ENTRIES = [2, 4, 4, 8, 8, 16, 16, 32, 32, 64, 64, 128, 128, 256, 256, 512, 512, 1024, 1024, 2048];

/** A list's fields are adjacent, so that an append touches one cache line. */
const COLUMNS = 4;
const FIRST = 0;
const WRITE = 1;
const ROOM_AND_BLOCKS = 2;
const LENGTH = 3;
/** Room for so many lists at least. */
const LISTS_MIN = 1024;

/** Lists as they are stored: `state` is JSON. */
export interface DumpedLists {
  readonly state: { readonly unused: number; readonly freeBlocks: readonly (number[] | null)[] };
  readonly table: Uint32Array<ArrayBuffer>;
  readonly pages: readonly Uint32Array[];
}

/**
 * Many lists of 32-bit entries that grow at their end, most of them very short. Each is a chain of blocks of growing
 * size in shared pages, so a list needs no object of its own and growing copies nothing. Lists are named by small
 * integers from 0. At most a third of a long list's room is spare.
 *
 * @see The byte-block pools of Lucene's indexing chain, for the same idea.
 */
export class PostingLists {
  #pages: Uint32Array[] = [new Uint32Array(PAGE_ENTRIES)];
  /** Next unused entry of the last page; 0 is never an address but ends a chain. */
  #unused = 2;
  readonly #freeBlocks: number[][] = [];
  /** By list: first block, address of the next entry, room left in the last block << 16 | blocks, entries. */
  #table = new Uint32Array(COLUMNS * LISTS_MIN);

  length(list: number): number {
    return this.#table[list * COLUMNS + LENGTH] ?? 0;
  }

  append(list: number, entry: number): void {
    const row = list * COLUMNS;
    if (row >= this.#table.length) this.#table = doubled(this.#table, row + COLUMNS);
    if (this.#table[row + ROOM_AND_BLOCKS]! < 0x10000) this.#addBlock(row);
    const table = this.#table;
    const address = table[row + WRITE]!;
    this.#pages[address >>> PAGE_BITS]![address & (PAGE_ENTRIES - 1)] = entry;
    table[row + WRITE] = address + 1;
    table[row + ROOM_AND_BLOCKS]! -= 0x10000;
    table[row + LENGTH]!++;
  }

  /** Calls `visit` with each stretch of the list: the entries `from` … `to − 1` of `page`. */
  forEachRun(list: number, visit: (page: Uint32Array, from: number, to: number) => void): void {
    let left = this.length(list);
    let address = left === 0 ? 0 : this.#table[list * COLUMNS + FIRST]!;
    for (let block = 0; left > 0; block++) {
      const page = this.#pages[address >>> PAGE_BITS]!;
      const offset = address & (PAGE_ENTRIES - 1);
      const entries = Math.min(left, blockEntries(block) - 1);
      visit(page, offset + 1, offset + 1 + entries);
      left -= entries;
      address = page[offset]!;
    }
  }

  /** All of lists 0 … `lists` − 1: views that are valid until the next change. */
  dump(lists: number): DumpedLists {
    const state = { unused: this.#unused, freeBlocks: this.#freeBlocks };
    return { state, table: this.#table.subarray(0, COLUMNS * lists), pages: this.#pages };
  }

  /** Becomes what was dumped, with the pages in one. */
  restore({ state, table, pages }: Omit<DumpedLists, 'pages'> & { pages: Uint32Array }): void {
    this.#unused = state.unused;
    for (const [size, blocks] of state.freeBlocks.entries()) this.#freeBlocks[size] = blocks ?? [];
    this.#table = doubled(table, COLUMNS * LISTS_MIN - 1);
    this.#pages = [];
    for (let at = 0; at < pages.length; at += PAGE_ENTRIES)
      this.#pages.push(pages.subarray(at, at + PAGE_ENTRIES));
  }

  /** Keeps the entries for which `keeps` is true, in order, and frees the rest. */
  filter(list: number, keeps: (entry: number) => boolean): void {
    const kept: number[] = [];
    this.forEachRun(list, (page, from, to) => {
      for (let i = from; i < to; i++) if (keeps(page[i]!)) kept.push(page[i]!);
    });
    if (kept.length === this.length(list)) return;
    this.#clear(list * COLUMNS);
    for (const entry of kept) this.append(list, entry);
  }

  #clear(row: number): void {
    const blocks = this.#table[row + ROOM_AND_BLOCKS]! & 0xffff;
    let address = this.#table[row + FIRST]!;
    for (let block = 0; block < blocks; block++) {
      const next = this.#pages[address >>> PAGE_BITS]![address & (PAGE_ENTRIES - 1)]!;
      this.#freeOf(blockEntries(block)).push(address);
      address = next;
    }
    this.#table.fill(0, row, row + COLUMNS);
  }

  #addBlock(row: number): void {
    const table = this.#table;
    const blocks = table[row + ROOM_AND_BLOCKS]!;
    const entries = blockEntries(blocks);
    const address = this.#freeOf(entries).pop() ?? this.#unusedBlock(entries);
    this.#pages[address >>> PAGE_BITS]![address & (PAGE_ENTRIES - 1)] = 0;
    if (blocks === 0) {
      table[row + FIRST] = address;
    } else {
      const last = table[row + WRITE]! - blockEntries(blocks - 1);
      this.#pages[last >>> PAGE_BITS]![last & (PAGE_ENTRIES - 1)] = address;
    }
    table[row + WRITE] = address + 1;
    table[row + ROOM_AND_BLOCKS] = ((entries - 1) << 16) | (blocks + 1);
  }

  #unusedBlock(entries: number): number {
    if (this.#unused + entries > PAGE_ENTRIES) {
      this.#pages.push(new Uint32Array(PAGE_ENTRIES));
      this.#unused = 0;
    }
    const address = (this.#pages.length - 1) * PAGE_ENTRIES + this.#unused;
    this.#unused += entries;
    return address;
  }

  #freeOf(entries: number): number[] {
    const size = Math.log2(entries);
    this.#freeBlocks[size] ??= [];
    return this.#freeBlocks[size];
  }
}

function blockEntries(block: number): number {
  return BLOCK_ENTRIES[Math.min(block, BLOCK_ENTRIES.length - 1)]!;
}
