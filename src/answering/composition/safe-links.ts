/**
 * A model's Markdown without images, and with links reduced to their text unless a passage has the address. Otherwise
 * an injected prompt could make an answer leak its contents to a stranger.
 *
 * @param isKnown Whether an address occurs in the answer's passages.
 */
export function withSafeLinks(text: string, isKnown: (address: string) => boolean): string {
  return text
    .split(/(`[^`\n]+`)/u)
    .map((part, i) => (i % 2 === 1 ? part : inText(part, isKnown)))
    .join('');
}

function inText(text: string, isKnown: (address: string) => boolean): string {
  return text
    .replace(/!\[([^\]\n]{0,500})\](?:\([^)\n]{0,2000}\)?|\[[^\]\n]{0,200}\])/gu, '$1')
    .replace(LINK, (link, label: string, address: string) =>
      isKnown(address) && !/^\s*\p{Nd}+\s*$/u.test(label) ? link : label,
    )
    .replace(/^\s{0,3}\[[^\]\n]{1,200}\]:\s*\S.*$/gmu, '')
    .replace(/<(?=[a-z/!?])/giu, '< ');
}

const LINK = /\[([^\]\n]{0,500})\]\(\s*<?([^)\s>]{0,2000})>?(?:\s[^)\n]{0,500})?\)/gu;
