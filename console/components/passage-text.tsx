import { type RowCell, rowParts } from '@docent-server/client';
import type { ComponentChildren } from 'preact';
import type { Block, PassagePart } from './passage-parts.ts';
import { Table } from './table.tsx';

/**
 * The text of a document in paragraphs; lists, rows of tables, headings and code as such.
 *
 * @param props.blocks Offsets in the text of all parts.
 */
export function PassageText({ parts, blocks }: { parts: readonly PassagePart[]; blocks: readonly Block[] }) {
  const text = parts.map((part) => part.text).join('');
  const bounds = [0, ...blocks.flatMap(({ start, end }) => [start, end]), text.length];
  return (
    <>
      {bounds.slice(1).map((end, i) => {
        const start = bounds[i]!;
        const marked: Marked = (from, to) => markedText(parts, start + from, start + to);
        // Every second one is a block.
        if (i % 2 === 0) return paragraphsOf(text.slice(start, end), marked);
        if (blocks[(i - 1) / 2]!.type === 'heading') return <strong>{marked(0, end - start)}</strong>;
        return <code class="block">{marked(0, end - start)}</code>;
      })}
    </>
  );
}

/** At the beginning of an item of a list, with its number. */
const ITEM = /^(?:[-*+•‣▪◦]|(\d{1,3})[.)])\s+/;

function paragraphsOf(text: string, marked: Marked): ComponentChildren {
  // Every second one is what is between two.
  const all = text.split(/(\n\s*\n|\n(?=[-*+•‣▪◦]\s))/);
  const markers = all.map((paragraph) => ITEM.exec(paragraph));
  // Alone, it may be a date or a heading.
  const isItem = (i: number) => markers[i] != null && (markers[i - 2] ?? markers[i + 2]) != null;
  const isContinued = (i: number) => isItem(i) && isItem(i + 2) && !markers[i]![1] === !markers[i + 2]![1];
  let items: ComponentChildren[] = [];
  let cursor = 0;
  return all.map((paragraph, i) => {
    const from = cursor;
    cursor += paragraph.length;
    if (isItem(i)) {
      const [marker, number] = markers[i]!;
      items.push(<li value={number}>{marked(from + marker.length, cursor)}</li>);
      if (isContinued(i)) return null;
      const list = number ? <ol>{items}</ol> : <ul>{items}</ul>;
      items = [];
      return list;
    }
    if (paragraph.trim() === '')
      return isHeadOf(all[i - 1], all[i + 1]) || isContinued(i - 1) ? null : paragraph;
    if (isHeadOf(paragraph, all[i + 2])) return null;
    return paragraphOf(paragraph, (start, end) => marked(from + start, from + end));
  });
}

/** Whether a line has the names of the columns of the rows below, which repeat them. */
function isHeadOf(line = '', rows = ''): boolean {
  const [first] = rowParts(rows);
  return first?.type === 'rows' && first.labels?.join(' | ') === line.trim();
}

/** The text between two offsets, with its quotations marked. */
type Marked = (start: number, end: number) => ComponentChildren;

function paragraphOf(paragraph: string, marked: Marked): ComponentChildren {
  const rows = rowParts(paragraph);
  if (rows.every(({ type }) => type === 'lines')) return marked(0, paragraph.length);
  let at = 0;
  return rows.map((part) => {
    if (part.type === 'lines') {
      const start = paragraph.indexOf(part.text, at);
      at = start + part.text.length;
      return marked(start, at);
    }
    const cell = ({ text, at: start }: RowCell) => {
      at = Math.max(at, start + text.length);
      return <td>{text && marked(start, start + text.length)}</td>;
    };
    return (
      <Table heads={part.labels}>
        {part.rows.map((row) => (
          <tr>{row.map(cell)}</tr>
        ))}
      </Table>
    );
  });
}

function markedText(parts: readonly PassagePart[], start: number, end: number): ComponentChildren {
  let offset = 0;
  return parts.map(({ role, text }) => {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, text.length);
    offset += text.length;
    if (from >= to) return null;
    const piece = text.slice(from, to);
    if (role === 'quote') return <mark>{piece}</mark>;
    return <span class={role === 'passage' ? 'in-passage' : 'around'}>{piece}</span>;
  });
}
