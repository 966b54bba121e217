import { Marked, type Token, type Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { createElement } from 'preact';
import { memo } from './memo.ts';
import { safeHref } from './safe-href.ts';

/** Beyond it text is shown as it stands: Markdown of that size is no answer, and reading it would hold the page. */
const MARKDOWN_UNITS_MAX = 100_000;
/** Lists and quotations within others; on a phone there is no room for more. */
const DEPTH_MAX = 8;
/** A heading of an answer stands below those of the page. */
const HEADING_LEVEL_MIN = 3;

/** Without what would turn `[1]` into a link, and without HTML: tags are shown as the text that they are. */
const none = () => undefined;
const marked = new Marked({
  gfm: true,
  breaks: true,
  tokenizer: { def: none, reflink: none, html: none, tag: none },
});

/** Draws a piece of plain text; `offset` is its place in the whole, null where that is not known. */
export type TextRenderer = (text: string, offset: number | null) => ComponentChildren;

/**
 * Markdown from anyone, as elements: what is read is never markup of the page, so there is nothing to clean. Links lead
 * to http, https and mailto alone, and say so; pictures are their descriptions.
 */
export const Markdown = memo(function Markdown(props: { text: string; renderText?: TextRenderer }) {
  const { text, renderText = (piece) => piece } = props;
  const tokens = read(text);
  return (
    <div class="markdown">
      {tokens ? drawer(text, renderText)(tokens, 0) : <p class="as-is">{renderText(text, 0)}</p>}
    </div>
  );
});

function read(text: string): Token[] | undefined {
  if (text.length > MARKDOWN_UNITS_MAX) return undefined;
  try {
    return marked.lexer(text);
  } catch {
    // Nested deeper than the reader can go.
    return undefined;
  }
}

function drawer(source: string, renderText: TextRenderer) {
  let cursor = 0;

  function all(tokens: readonly Token[] | undefined, depth: number): ComponentChildren {
    return tokens?.map((token) => one(token, depth));
  }

  function plain(text: string): ComponentChildren {
    const offset = source.indexOf(text, cursor);
    if (offset >= 0) cursor = offset + text.length;
    return renderText(text, offset < 0 ? null : offset);
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
        return <p dir="auto">{children()}</p>;
      case 'blockquote':
        return <blockquote dir="auto">{children()}</blockquote>;
      case 'list':
        return list(token as Tokens.List, depth);
      case 'table':
        return table(token as Tokens.Table, depth);
      case 'code':
        return (
          <pre dir="ltr" tabindex={0}>
            <code>{token.text}</code>
          </pre>
        );
      case 'hr':
        return <hr />;
      case 'br':
        return <br />;
      case 'strong':
        return <strong>{children()}</strong>;
      case 'em':
        return <em>{children()}</em>;
      case 'del':
        return <del>{children()}</del>;
      case 'codespan':
        return <code>{token.text}</code>;
      case 'link':
        return link(token as Tokens.Link, children());
      case 'image':
        return plain(token.text);
      case 'checkbox':
        return token.checked ? '☑ ' : '☐ ';
      case 'escape':
        return token.text;
      case 'text':
        return inner ? children() : plain(token.text);
      default:
        return plain(token.raw);
    }
  }

  function list({ ordered, start, items }: Tokens.List, depth: number): ComponentChildren {
    const rows = items.map((item) => <li dir="auto">{all(item.tokens, depth + 1)}</li>);
    return ordered ? <ol start={Number(start) || 1}>{rows}</ol> : <ul>{rows}</ul>;
  }

  function table({ header, rows }: Tokens.Table, depth: number): ComponentChildren {
    const cell =
      (tag: 'th' | 'td') =>
      ({ tokens, align }: Tokens.TableCell) =>
        createElement(tag, { dir: 'auto', class: align ?? undefined }, all(tokens, depth + 1));
    return (
      // biome-ignore lint/a11y/useSemanticElements: a region that scrolls, and no section
      <div class="table-scroll" role="region" aria-label="Table" tabindex={0}>
        <table>
          <thead>
            <tr>{header.map(cell('th'))}</tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>{row.map(cell('td'))}</tr>
            ))}
          </tbody>
        </table>
      </div>
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
