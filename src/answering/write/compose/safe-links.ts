/**
 * A model's Markdown without images, and with links reduced to their text unless a passage has the address. Otherwise
 * an injected prompt could make an answer leak its contents to a stranger.
 *
 * @param isKnown Whether an address occurs in the answer's passages.
 */
export function withSafeLinks(text: string, isKnown: (address: string) => boolean): string {
  if (!MARKUP.test(text)) return text;
  const parts = text.split(CODE);
  // A stray backtick may pair with another: what looks like code may then be none.
  const hasCode = parts.every((part, i) => i % 2 === 1 || !part.includes('`'));
  const safe = (hasCode ? parts : [text]).map((part, i) => (i % 2 === 1 ? part : inText(part, isKnown)));
  // An image is loaded without a click. In code, too, as a backtick in another sentence may end it.
  return withoutImages(safe.join(''));
}

export function withoutImages(text: string): string {
  return text.replace(/!(?=\[)/gu, '! ');
}

function inText(text: string, isKnown: (address: string) => boolean): string {
  return text
    .replace(/!\[([^\]\n]{0,500})\](?:\([^)\n]{0,2000}\)?|\[[^\]\n]{0,200}\])/gu, '$1')
    .replace(LINK, (link, label: string, address: string) =>
      isKnown(address) && !/^\s*\p{Nd}+\s*$/u.test(label) ? link : label,
    )
    .replace(LINK_END, (end, address: string) => (isKnown(address) ? end : `] ${end.slice(1)}`))
    .replace(/^\s{0,3}\[[^\]\n]{1,200}\]:\s*\S.*$/gmu, '')
    .replace(/^([\s>*+\d.)-]{1,20}\[[^\]\n]{1,200}\]):/gmu, '$1 :')
    .replace(/<(?=[a-z/!?])/giu, '< ');
}

/** Every image, link, definition and tag has one of these. */
const MARKUP = /!\[|\][(:]|</;
const LINK = /\[([^\]\n]{0,500})\]\(\s*<?([^)\s>]{0,2000})>?(?:\s[^)\n]{0,500})?\)/gu;
/** The rest of a link whose label has brackets of its own. */
const LINK_END = /\]\(\s{0,99}<?([^)\s>]{0,2000})/gu;
/** Code between single backticks, as every reader of Markdown takes it. */
const CODE = /((?<![`\\])`[^`\n]+`(?!`))/u;
