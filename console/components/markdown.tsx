import { type RowCell, rowParts } from '@docent-server/client';
import { Lexer, Marked, type Token, type Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { createElement } from 'preact';
import { memo } from './memo.ts';
import { safeHref } from './safe-href.ts';
import { Table } from './table.tsx';

/** Longer text is shown as it is: Markdown of that size is no answer, and parsing it would block the page. */
const MARKDOWN_UNITS_MAX = 100_000;
/** Nested lists and quotations; a phone has no room for more. */
const DEPTH_MAX = 8;
/** Headings of an answer rank below those of the page. */
const HEADING_LEVEL_MIN = 3;

/** A short line without a full stop, as documents are read: no heading has a citation. */
const HEADING = /^[\p{Lu}\p{N}][^\n.!?:;|<>[\]]{0,78}[^\n.!?:;,|<>[\]]$/u;

/** Disables references, which would turn `[1]` into a link, and HTML: tags are shown as text. */
const none = () => undefined;
const marked = new Marked({
  gfm: true,
  breaks: true,
  tokenizer: { def: none, reflink: none, html: none, tag: none },
});

/** Renders plain text, or the text of code; `offset` is its position in the whole, null when unknown. */
export type TextRenderer = (text: string, offset: number | null, kind?: 'code') => ComponentChildren;

/**
 * Renders untrusted Markdown as elements: the text never becomes HTML, so nothing needs sanitising. Links only use
 * http, https and mailto and are marked; images become their descriptions.
 */
export const Markdown = memo(function Markdown(props: {
  text: string;
  renderText?: TextRenderer;
  /** Its headings are lines. */
  isQuoted?: boolean;
}) {
  const { text, renderText = (piece) => piece, isQuoted = false } = props;
  const tokens = read(text);
  return (
    <div class={isQuoted ? 'markdown stack quoted' : 'markdown stack'}>
      {tokens ? drawer(text, renderText)(tokens, 0) : <p class="as-is">{renderText(text, 0)}</p>}
    </div>
  );
});

function read(text: string): Token[] | undefined {
  if (text.length > MARKDOWN_UNITS_MAX) return undefined;
  try {
    return marked.lexer(text);
  } catch {
    // Nested deeper than the parser supports.
    return undefined;
  }
}

function drawer(source: string, renderText: TextRenderer) {
  let cursor = 0;

  function all(tokens: readonly Token[] | undefined, depth: number): ComponentChildren {
    return tokens?.map((token) => one(token, depth));
  }

  function plain(text: string, kind?: 'code'): ComponentChildren {
    const offset = source.indexOf(text, cursor);
    if (offset >= 0) cursor = offset + text.length;
    return renderText(text, offset < 0 ? null : offset, kind);
  }

  function one(token: Token, depth: number): ComponentChildren {
    if (depth > DEPTH_MAX) return plain(token.raw);
    const inner = 'tokens' in token ? token.tokens : undefined;
    const children = () => all(inner, depth + 1);
    switch (token.type) {
      case 'space':
        return null;
      case 'heading':
        return createElement(
          `h${Math.min(6, token.depth + HEADING_LEVEL_MIN - 1)}`,
          { dir: 'auto' },
          children(),
        );
      case 'paragraph':
        return paragraph(token as Tokens.Paragraph, depth);
      case 'blockquote':
        return <blockquote dir="auto">{children()}</blockquote>;
      case 'list':
        return list(token as Tokens.List, depth);
      case 'table':
        return table(token as Tokens.Table, depth);
      case 'code':
        return (
          <pre dir="ltr" tabindex={0}>
            <code>{plain(token.text, 'code')}</code>
          </pre>
        );
      case 'hr':
      case 'br':
      case 'strong':
      case 'em':
      case 'del':
        return createElement(token.type, null, children());
      case 'codespan':
        return <code>{plain(token.text, 'code')}</code>;
      case 'link':
        return link(token as Tokens.Link, children());
      case 'image':
        return plain(token.text);
      case 'checkbox':
        return token.checked ? '☑ ' : '☐ ';
      case 'text':
        return inner ? children() : plain(token.text);
      default:
        return plain(token.raw);
    }
  }

  /** Rows that documents write one a line are shown as a table. */
  function paragraph({ text, tokens }: Tokens.Paragraph, depth: number): ComponentChildren {
    const parts = rowParts(text);
    if (parts.every(({ type }) => type === 'lines'))
      return (
        <p class={HEADING.test(text) ? 'heading' : ''} dir="auto">
          {all(tokens, depth + 1)}
        </p>
      );
    const inline = (written: string) => all(Lexer.lexInline(written, marked.defaults), depth + 1);
    const start = source.indexOf(text, cursor);
    const cell = ({ text: written, at }: RowCell) => {
      if (start >= 0) cursor = Math.max(cursor, start + at);
      return <td dir="auto">{inline(written)}</td>;
    };
    return parts.map((part) => {
      if (part.type === 'lines') return <p dir="auto">{inline(part.text)}</p>;
      const { labels, rows } = part;
      return (
        <Table heads={labels}>
          {rows.map((row) => (
            <tr>{row.map(cell)}</tr>
          ))}
        </Table>
      );
    });
  }

  function list({ ordered, start, items }: Tokens.List, depth: number): ComponentChildren {
    const rows = items.map((item) => <li dir="auto">{all(item.tokens, depth + 1)}</li>);
    return ordered ? <ol start={Number(start) || 1}>{rows}</ol> : <ul>{rows}</ul>;
  }

  function table({ header, rows }: Tokens.Table, depth: number): ComponentChildren {
    const words = ({ tokens }: Tokens.TableCell) => all(tokens, depth + 1);
    return (
      <Table heads={header.map(words)} aligns={header.map(({ align }) => align)}>
        {rows.map((row) => (
          <tr>
            {row.map((cell) => (
              <td dir="auto" class={cell.align ?? undefined}>
                {words(cell)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    );
  }

  return all;
}

function link({ href, text }: Tokens.Link, children: ComponentChildren): ComponentChildren {
  const target = safeHref(href);
  if (!target) return text;
  return (
    <a href={target} target="_blank" rel="noopener noreferrer nofollow" title={target}>
      {children}
    </a>
  );
}
