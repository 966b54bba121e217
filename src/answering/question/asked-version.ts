/**
 * The version whose changes a question asks for: `2.3` of `What changed in 2.3?`, or of `And in 2.3?` alone; null for
 * other questions.
 */
export function askedVersion(question: string): string | null {
  const version = VERSION.exec(question)?.[1];
  return version !== undefined && (CHANGES.test(question) || BARE.test(question)) ? version : null;
}

/** Where a question that asks for a version says so: `which version`, `since what firmware release`; null for others. */
export function versionWanted(question: string): { start: number; end: number } | null {
  const wanted = WANTED.exec(question);
  return wanted && { start: wanted.index, end: wanted.index + wanted[0].length };
}

/** Whether a line is the heading of a version: `2.3.0 (2 July 2026)`, `Version 2.3`. */
export function isVersionHeading(line: string): boolean {
  return line.length <= HEADING_UNITS_MAX && HEADING.test(line);
}

/** Whether a heading is of a version or one below it: `2.3.0` is one of `2.3`. */
export function isOfVersion(heading: string, version: string): boolean {
  const at = heading.indexOf(version);
  const around = `${heading[at - 1] ?? ''} ${heading[at + version.length] ?? ''}`;
  return at >= 0 && !/\p{N}|^\./u.test(around);
}

const HEADING_UNITS_MAX = 80;
const VERSION = /(?<![\p{L}\p{N}.])v?(\p{Nd}{1,3}(?:\.\p{Nd}{1,4}){1,3})(?![\p{L}\p{N}])/iu;
const HEADING = /^\[?(?:\p{L}+ )?v?\p{Nd}{1,3}(?:\.\p{Nd}{1,4}){1,3}(?![\p{L}\p{N}]| ?%)/iu;
const WANTED =
  /(?<!\p{L})(?:which|what|welche[mnrs]?|quelle|qué|quale|qual|welke)(?: \p{L}+)? (?:versions?|releases?|version(?:en|e)|versión|versione|versão|versie)(?!\p{L}| (?:notes?|dates?|of)(?!\p{L}))/iu;
const BARE = /^\P{N}{0,16}[\p{Nd}.]+\P{L}*$/u;
const CHANGES =
  /(?<!\p{L})(?:change[sd]?|changelog|new|news|added|fixed|removed|release notes|neu(?:es|igkeiten)?|geändert|änderungen|behoben|nouveau(?:tés)?|changé|changements|novedades|nuevo|cambi(?:ó|os|ado)|novità|cambiato|novidades|mudou|nieuw|gewijzigd|nowego|zmieniło|nou|нового|изменилось)(?!\p{L})|新|变化|更新/iu;
