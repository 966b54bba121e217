import { DROPPED } from './dropped.ts';

/**
 * Text with the links of wikis as the words that they show: `B` of `[[A|B]]`, `Page` of `[[Page#Part]]`. Embedded pages
 * and pictures (`![[…]]`, `[[File:…]]`) and tables of contents are dropped.
 */
export function withoutWikiLinks(source: string): string {
  if (!source.includes('[[')) return source;
  return source.replace(LINK, (found, embeds: string, content: string) => {
    if (embeds !== '' || EMBEDDED.test(content)) return DROPPED;
    const parts = content.split('|').map((part) => part.trim());
    // Most wikis have the words last; Gollum has them first.
    const words = parts.findLast((part) => part !== '' && !isTarget(part)) ?? parts[0]!;
    return wordsOfTarget(words) || found;
  });
}

/** Not of a type or an array, `Callable[[int], str]`, and not the text of a link, `[[1]](…)` or `[[1]]: /x`. */
const LINK = /(?<![\w\]\\])(!?)\[\[([^[\]\n]{1,300})\]\](?![([\]]|:\s{0,9}\S{0,99}[/#])/g;

const EMBEDDED = /^\s*(?:(?:file|image|media|category|datei|bild|fichier|kategorie):|_?toc_?\s*$)/i;

function isTarget(part: string): boolean {
  return /^\S*[/\\#]\S*$|\.(?:md|html?|org|rst|adoc)(?:#.*)?$/i.test(part);
}

/** The page's name in a path with an extension and an anchor. */
function wordsOfTarget(content: string): string {
  const part = content.replace(/^#+\^?/, '');
  if (!isTarget(part)) return part.replace(/(?<=\S)#.*$/, '');
  const name = part
    .replace(/(?<=\S)#.*$/, '')
    .replace(/\.\w{2,5}$/, '')
    .replace(/\/+$/, '');
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}
