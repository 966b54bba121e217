import { isGenericTitle, isPartNumber, wordsOfTitle } from '../../text/generic-title.ts';
import { inOneLine } from '../../text/quotation.ts';

/**
 * The title of a document: the given one, else its own. If the file's name has all of its words and more, it is that:
 * forms that are filled in have one title. A generic title of its own, such as `General`, follows the words
 * of the file's name, or of the folder's when the file is called `index` or has the same words. The number of a part
 * alone, `Chapter 1`, is not a title, nor is an unsure one without a word of the file's name, if that has a meaning.
 *
 * @param of.given As the client gave it; `own` of the document's metadata or first heading.
 * @param of.filename Last part of its name or URL; `folder` the part before that, empty when unknown.
 * @returns Never empty, on one line.
 */
export function documentTitle(
  of: Record<'given' | 'own', string | null> &
    Record<'filename' | 'folder', string> & { readonly isUnsure?: boolean | undefined },
): string {
  const { given, own, isUnsure = false, filename, folder } = of;
  const plain = inOneLine(given ?? '');
  if (plain !== '') return plain;
  const ownTitle = inOneLine(own ?? '');
  const file = wordsOfName(withoutExtension(inOneLine(filename)));
  const isPart = isPartNumber(ownTitle) || (isUnsure && !isMeaningless(file) && !sharesWord(file, ownTitle));
  const title = isPart ? '' : ownTitle;
  if (title !== '' && saysMore(file, title)) return file;
  if (title !== '' && !isGenericTitle(title)) return title;
  const names = [file, wordsOfName(inOneLine(folder))].filter((name) => !isMeaningless(name));
  const said = title || (names[0] === file ? file : '');
  const where = names.find((name) => !isGenericTitle(name) && !isSame(name, said));
  if (said === '') return where ?? names[0] ?? (ownTitle || file || inOneLine(filename) || 'Untitled');
  return where === undefined || !isGenericTitle(said) ? said : `${where} – ${said}`;
}

/** Names that say where a file stands, or how it came about. */
function isMeaningless(name: string): boolean {
  return (
    !/\p{L}{2}/u.test(name) ||
    /^(?:_?index|readme|default|home|main|untitled|unnamed|document|doc|page|file|scan|scanned|image|img|download|content)(?:[ (_-]*\d*\)?)?$/i.test(
      name,
    ) ||
    /^[\da-f]{16,}$/i.test(name.replace(/[\s-]/g, ''))
  );
}

function isSame(name: string, title: string): boolean {
  const words = new Set(wordsOfTitle(title));
  return wordsOfTitle(name).every((word) => words.has(word));
}

/** `repo-policies` and `Repository policies`: the longer words begin alike. */
function sharesWord(name: string, title: string): boolean {
  const words = wordsOfTitle(title).filter(({ length }) => length > 3);
  const own = wordsOfTitle(name).filter(({ length }) => length > 3);
  return own.some((word) => words.some((other) => word.startsWith(other) || other.startsWith(word)));
}

/** `TestScript_012` says more than `Test Script`. */
function saysMore(name: string, title: string): boolean {
  const words = wordsOfTitle(title);
  const own = wordsOfTitle(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
  const others = own.filter((word) => !words.includes(word));
  return words.every((word) => own.includes(word)) && !isGenericTitle(others.join(' '));
}

/** `Password reset` of `password-reset`; a name with spaces stays as it is. */
function wordsOfName(given: string): string {
  const name = given.replace(/(?<=.)[\s_-]+$/u, '');
  if (/\s/.test(name) || !/[_-]|^\p{Ll}/u.test(name)) return name;
  const words = name
    .replace(/(?<!^)_+|(?<=[\p{L}\p{M})])-+|-+(?=\p{L})/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /^\p{Ll}+(?:[\s\d]|$)/u.test(words) ? words.slice(0, 1).toUpperCase() + words.slice(1) : words;
}

/** `report.final.pdf` becomes `report.final`, and `pentests.html.md` `pentests`; `.profile` and `2024.1` stay. */
function withoutExtension(filename: string): string {
  return filename.replace(/(?<=.)(?:\.html?)?\.[A-Za-z][A-Za-z0-9]{0,9}$/, '');
}
