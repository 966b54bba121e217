import { shownByRole, shownText } from '../roles.ts';
import { isAdornment, titleAt } from './rst-blocks.ts';

/** What marks within a text refer to. */
export interface RstNames {
  /** Text of `|name|`, by name; empty for images. */
  readonly substitutions: ReadonlyMap<string, string>;
  /** Headings by the names that refer to them, lower case. */
  readonly headings: ReadonlyMap<string, string>;
}

/**
 * The words that a text of reStructuredText shows: without emphasis, with the text of links and roles, without the
 * marks of footnotes. Literals stay as they are.
 */
export function shownInline(source: string, names: RstNames): string {
  if (!/[`*|_\\]/.test(source)) return source;
  const kept: string[] = [];
  const keep = (text: string) => `\ufdd0${kept.push(text) - 1}\ufdd1`;
  const shown = source
    .replace(LITERAL, (_, literal: string) => keep(literal))
    .replace(ESCAPE, (_, character: string) => (character.trim() === '' ? NO_SPACE : keep(character)))
    .replace(QUOTED, (_, before: string | undefined, text: string, isLink: string | undefined, after = '') =>
      keep(isLink ? shownText(text) : textOf(before ?? after, text, names)),
    )
    .replace(INLINE_TARGET, (_, text: string) => keep(text))
    .replace(FOOTNOTE, '')
    .replace(CITATION, '[$1]')
    .replace(STRONG, '$1')
    .replace(EMPHASIS, '$1')
    .replace(SUBSTITUTION, (_, space: string, name: string) => {
      const text = names.substitutions.get(name.toLowerCase()) ?? (ICON.test(name) ? '' : name);
      return text === '' ? '' : space + text;
    })
    .replace(REFERENCE, '$1');
  const reveal = (text: string): string => text.replace(KEPT, (_, index) => reveal(kept[Number(index)]!));
  return reveal(shown).replaceAll(NO_SPACE, '');
}

/** Ends and begins words, but shows nothing: an escaped space. */
const NO_SPACE = '\ufdd2';
const KEPT = /\ufdd0(\d+)\ufdd1/g;
const LITERAL = /(?<![\w`])``(?=\S)((?:(?!``)[\s\S]){1,2000})``(?!`)/g;
const ESCAPE = /\\([\s\S]|$)/g;
const ROLE = String.raw`:([a-zA-Z][\w+.-]{0,40}(?::[a-zA-Z][\w+.-]{0,40}){0,2}):`;
/** Text with a role before or behind it, or with the underscore of a link. */
const QUOTED = new RegExp(
  String.raw`(?<![\w:])(?:${ROLE})?${'`'}(?=\S)([^${'`'}]{1,1000})${'`'}(?:(__?)(?!\w)|${ROLE})?`,
  'g',
);
const INLINE_TARGET = /(?<!\w)_`([^`]{1,300})`/g;
/** `[1]_`, `[#note]_` and `[*]_`, with the space before them. */
const FOOTNOTE = /[^\S\n]?\[(?:\d{1,4}|#[\w.-]{0,60}|\*)\]_(?!\w)/g;
const CITATION = /\[([A-Za-z][\w.-]{0,60})\]_(?!\w)/g;
const STRONG = /(?<![\w*])\*\*(?=\S)((?:(?!\*\*)[\s\S]){1,1000}?)(?<=\S)\*\*(?![\w*])/g;
const EMPHASIS = /(?<![\w*])\*(?=[^\s*])([^*]{1,1000})(?<=\S)\*(?![\w*])/g;
const SUBSTITUTION = /([^\S\n]?)(?<![\w|])\|(?=[^\s|])([^|\n]{1,100})(?<=\S)\|(?:__?)?(?![\w|])/g;
/** A name that another file defines: most are pictures, and a plain word may be one of the text. */
const ICON = /^[\w-]*-[\w-]*$/;
const REFERENCE = /(?<![\w.\\/])([A-Za-z0-9](?:[\w.+-]{0,60}[A-Za-z0-9])?)__?(?![\w/])/g;

function textOf(role: string, text: string, names: RstNames): string {
  const plain = text.replace(/\ufdd0\d+\ufdd1/g, '').replace(/\s+/g, ' ');
  if (/^(?:strike|del)$/.test(role)) return '';
  if (/^(?:menuselection|guilabel)$/.test(role))
    return plain.replace(/\s*-->\s*/g, ' > ').replaceAll('&', '');
  if (/(?:^|:)(?:ref|doc|numref|any|term)$/.test(role) && !/<[^>]*>$/.test(plain))
    return nameOf(plain, names);
  return shownByRole(role, text.replace(/\s+/g, ' '));
}

/** The heading that a name refers to; else the name as words: `first-steps`, `/users/first-steps`. */
function nameOf(name: string, { headings }: RstNames): string {
  const heading = headings.get(name.toLowerCase());
  if (heading !== undefined) return heading;
  return name.includes(' ') ? name : name.replace(/^.*\//, '').replace(/[-_]+/g, ' ').trim() || name;
}

/** Within the text of a substitution no other is read, as they could grow without end. */
const NONE: ReadonlyMap<string, string> = new Map();

/** The directive may stand in the next line. */
const SUBSTITUTED = /^\s*\.\. \|([^|]+)\|(?:\s*| image::.*| replace::\s*(.*))$/;

/** The substitutions of a document, and its headings by the targets above them. */
export function namesIn(lines: readonly string[]): RstNames {
  const substitutions = new Map<string, string>();
  const headings = new Map<string, string>();
  let targets: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, name, text = ''] = SUBSTITUTED.exec(line) ?? [];
    if (name) substitutions.set(name.toLowerCase(), shownInline(text, { substitutions: NONE, headings }));
    const target = /^\.\. _`?([^:`]+)`?:\s*$/.exec(line)?.[1];
    if (target !== undefined) targets.push(target.toLowerCase());
    else if (line !== '' && targets.length > 0) {
      const title = titleAt(lines, index);
      if (title)
        for (const own of targets) headings.set(own, shownInline(title.text, { substitutions, headings }));
      if (title || !isAdornment(line)) targets = [];
    }
  }
  return { substitutions, headings };
}
