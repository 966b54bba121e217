import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { nearest } from '../kernel/edit-distance.ts';
import { type Environment, settings, ValueError } from './config.ts';

const ENV_FILE = '.env';
/** Far more than a misspelling. */
const EDITS_MAX = 3;

/**
 * Merges `.env` of the working folder with `environment`, which takes precedence.
 *
 * @param file To be read instead of `.env`.
 * @returns `warnings`: a sentence for each line of `.env` that looks like a setting and is not one. Names in
 * `environment` are not checked: most are for other programs.
 * @throws {ValueError} When `.env` exists but cannot be read.
 */
export function withEnvFile(
  environment: Environment,
  file = ENV_FILE,
): { readonly environment: Environment; readonly warnings: readonly string[] } {
  const text = envFileText(file);
  const merged: Record<string, string | undefined> = parseEnv(text);
  const warnings = envFileWarnings(text, file);
  for (const [name, value] of Object.entries(environment)) {
    if (value?.trim()) merged[name] = value.trim();
  }
  return { environment: merged, warnings };
}

/** Of `NAME=value` lines with a name that is nearly a setting's, and of `NAME value` lines, which set nothing. */
export function envFileWarnings(text: string, file = ENV_FILE): string[] {
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

function envFileText(file: string): string {
  try {
    // Some editors begin a file with a byte order mark, which would become part of its first name.
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && file === ENV_FILE) return '';
    throw new ValueError(`Cannot read the settings in ${file}: ${message}`, { cause: error });
  }
}
