import { ownTitle } from './directives.ts';
import { DROPPED } from './dropped.ts';

/**
 * Markdown without the marks of its dialects that a reader of CommonMark would see as text: attributes (`{: .note}`,
 * `{#anchor}`), kinds of quotes (`[!NOTE]`), names of blocks (`^name`), marked words (`==so==`), comments (`%%so%%`),
 * tables of contents, and footnotes and references that lead nowhere. The arguments of a type (`Set<String>`) are kept
 * from being read as an element; icons that mean yes or no are shown.
 *
 * @param source With its code masked.
 */
export function withoutLeftoverMarks(source: string): string {
  const names = definedNames(source);
  return source
    .replace(CONTENTS_LIST, '')
    .replace(CONTENTS, '')
    .replace(ATTRIBUTES, DROPPED)
    .replace(QUOTE_KIND, (_, quote: string, title: string) => quote + ownTitle(title))
    .replace(FOOTNOTE, (found, name: string) => (names.has(name.toLowerCase()) ? found : DROPPED))
    .replace(REFERENCE, (found, words: string, name: string) =>
      names.has((name || words).toLowerCase()) ? found : words,
    )
    .replace(TARGET, '')
    .replace(ICON, (_, _tag, yes: string | undefined) => (yes ? '✓' : '✗'))
    .replace(EMPTY_LINES, '')
    .replace(COMMENT, DROPPED)
    .replace(BLOCK_NAME, '')
    .replace(MARKED, '$1')
    .replace(TYPE, '\\<$1>');
}

/** Of links and footnotes, lower case. A definition cannot interrupt a paragraph. */
function definedNames(source: string): ReadonlySet<string> {
  const names = new Set<string>();
  let isInParagraph = false;
  for (const line of source.split('\n')) {
    const name: string | undefined = isInParagraph
      ? undefined
      : /^[\s>]{0,12}\[([^\]\n]{1,200})\]:/.exec(line)?.[1];
    if (name !== undefined) names.add(name.toLowerCase());
    isInParagraph = name === undefined && !/^[\s>]*(?:#|\ufdd0|$)/.test(line);
  }
  return names;
}

/** kramdown puts a table of contents in the place of the list above its mark. */
const CONTENTS_LIST = /^[*+-] [^\n]*\n\{:\s*toc\b[^}\n]*\}/gim;
const CONTENTS =
  /^[^\S\n]*(?:\[_{0,2}toc_{0,2}\]|\[\[_{0,2}toc_{0,2}\]\]|\$\{toc\}|\{:\s*toc\b[^}\n]*\}|\{\{\s*toc\s*\}\})[^\S\n]*$/gim;

/** `{: .note }` of kramdown, `{#anchor .class}`, and `{key=value}` right behind a link or code. */
const ATTRIBUTES =
  /[^\S\n]{0,4}(?:(?<!\$)\{(?:(?:::[a-z]|:[^\S\n]*(?:[.#][\w-]|[\w-]{1,60}=))[^}\n]{0,300}|:\/\w*|[^\S\n]{0,4}[#.][a-zA-Z][^{}\n]{0,300})\}|(?<=[)\]\ufdd1])\{[\w-]+=[^{}\n]{1,300}\})/g;

/** `> [!NOTE]`, with or without a title of its own. */
const QUOTE_KIND = /^((?:[^\S\n]*>)+[^\S\n]*)\[!\w+\][+-]?[^\S\n]*([^\n]*)$/gm;

/** `[^1]`; the pattern `[^a]b` continues with a letter. */
const FOOTNOTE = /(?<!\\)\[\^([^\]\s]{1,100})\](?![\w:(*?+])/g;

/** `[words][name]` and `[words][]`; `array[i][j]` is no reference. */
const REFERENCE = /(?<![\w\\\])])\[([^[\]\n]{1,200})\]\[([\w.#-]{0,60}(?: [\w.#-]{1,60}){0,2})\](?![[(:])/g;

/** `(name)=` of MyST, and `.. _name:` of reStructuredText. */
const TARGET = /^[^\S\n]*(?:\([\w.:-]+\)=|\.\. _[^:\n]{1,100}:)[^\S\n]*$/gm;

/** Tables of rights and the like have them alone in a cell. */
const ICON =
  /<(i|span)\b[^<>]{0,200}?\bclass=["'][^"'<>]{0,200}?\b(?:fa|bi|bwi|icon|glyphicon|mdi)-(?:(check|ok|tick)|times|xmark|cross|close)\b[^<>]{0,200}>\s{0,9}<\/\1>/gi;

/** `<br>` at the start of a block, which would keep the lines below from being read as Markdown. */
const EMPTY_LINES = /(?<=^|\n[^\S\n]*\n)(?:[^\S\n]*<(?:br|hr|img)\b[^<>]{0,500}>[^\S\n]*\n)+/gi;

/** Of Obsidian, as are the two below. */
const COMMENT = /(?<![%\w])%%(?!%)(?:(?!%%|\n\s*\n)[\s\S]){1,1000}%%(?![%\w])/g;
/** ` ^37066d` at the end of a line; `^2` is a power. */
const BLOCK_NAME = /[^\S\n]{1,9}\^(?=[\d-]{0,60}[a-z])[\w-]{4,60}[^\S\n]*$/gim;
/** `a==b and c==d` compares. */
const MARKED = /(?<![=\w])==(?=[^\s=])([^=\n]{1,500})(?<=\S)==(?![=\w])/g;

/** `Set<String>` is a type, and no element; `<BR>` is one. */
const TYPE = /(?<=\w)<([A-Z][a-z]\w{0,60}|[TKV])>/g;

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
