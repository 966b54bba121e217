/**
 * The id that a document gets from its file's name: `Über uns (final).pdf` → `Uber-uns-final`. Letters outside of
 * ASCII become what they decompose to, and are dropped where that is not ASCII; a name of none is `document`.
 *
 * @param filename What stands before the last slash or backslash is not looked at.
 * @returns `[A-Za-z0-9_-]{1,100}`; the rest of the 128 that an id may have is for a suffix that makes it unique.
 */
export function documentIdOf(filename: string): string {
  const stem = baseNameOf(filename).replace(/(?<=.)\.[A-Za-z0-9]{1,10}$/s, '');
  const ascii = stem
    .normalize('NFKD')
    .replace(/[ßæœøłđðþıÆŒØŁĐÐÞ]/g, (letter) => WITHOUT_DECOMPOSITION[letter]!)
    .replace(/\p{Mark}+/gu, '');
  const id = ascii
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, DERIVED_ID_LENGTH_MAX)
    .replace(/-+$/, '');
  return id || 'document';
}

/** The last part of a path, whichever way its slashes lean: a client's folders are never ours. */
export function baseNameOf(path: string): string {
  return path.replace(/[/\\]+$/, '').replace(/^.*[/\\]/s, '');
}

/** The file's name in a URL's path, decoded; the host's name for a URL without a path. */
export function filenameOfUrl(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').filter(Boolean).at(-1);
  return last === undefined ? hostname : baseNameOf(decoded(last)) || hostname;
}

const DERIVED_ID_LENGTH_MAX = 100;

const WITHOUT_DECOMPOSITION: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  Æ: 'Ae',
  Œ: 'Oe',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'Th',
};

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
