import { nearest } from '../kernel/edit-distance.ts';
import { settings } from './config.ts';

/** Far more than a misspelling. */
const EDITS_MAX = 3;

/** Of `NAME=value` lines with a name that is nearly a setting's, and of `NAME value` lines, which set nothing. */
export function envFileWarnings(text: string, file = '.env'): string[] {
  const known = settings().map(([, { name }]) => name);
  const lines = withoutQuotedLines(text).split('\n');
  return lines.flatMap((line, i) => {
    const [, name, separator] = /^\s*(?:export\s+)?(\w+)\s*(=|:|(?<=\s)|$)/.exec(line) ?? [];
    const meant = name && settingLike(name, known);
    if (!meant || (separator === '=' && name === meant)) return [];
    // The value may be a secret, so it is not repeated.
    const fault =
      separator === '='
        ? `${name} is not a setting. Did you mean ${meant}?`
        : `${name} is not set as there is no "=" behind it. Write ${meant}=<value>.`;
    return `${file}, line ${i + 1}: ${fault}`;
  });
}

/** The setting that a name is probably meant for: at most one edit per four characters away. */
function settingLike(name: string, known: readonly string[]): string | undefined {
  return nearest(name.toUpperCase(), known, Math.min(EDITS_MAX, Math.floor(name.length / 4)));
}

/** Empties quoted values that span lines, as their lines are no settings; the lines keep their numbers. */
function withoutQuotedLines(text: string): string {
  return text.replace(/=\s*(["'`])[\s\S]*?\1/g, (value) => `=${'\n'.repeat(value.split('\n').length - 1)}`);
}
