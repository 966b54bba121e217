import type { Token } from 'markdown-it';

/** The fragment that GitHub gives a heading. */
export function anchorOf(heading: Token): string {
  return anchorOfText(textOf(heading));
}

export function anchorOfText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** The text of an inline token, without marks. */
function textOf({ children }: Token): string {
  return (children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');
}
