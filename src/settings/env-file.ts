import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Environment } from './config.ts';
import { ValueError } from './value-error.ts';

const ENV_FILE = '.env';

/**
 * Merges `.env` of the working folder with `environment`, which takes precedence.
 *
 * @param file To be read instead of `.env`.
 * @returns `warnings`: a sentence for each line of `.env` that looks like a setting and is not one. Names in
 * `environment` are not checked: most are for other programs.
 * @throws {ValueError} When `.env` exists but cannot be read.
 */
export async function withEnvFile(
  environment: Environment,
  file = ENV_FILE,
): Promise<{ readonly environment: Environment; readonly warnings: readonly string[] }> {
  const text = envFileText(file);
  const merged: Record<string, string | undefined> = parseEnv(text);
  const warnings = text === '' ? [] : await warningsOf(text, file);
  for (const [name, value] of Object.entries(environment)) {
    if (value?.trim()) merged[name] = value.trim();
  }
  return { environment: merged, warnings };
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

/** Loads what knows all settings. */
async function warningsOf(text: string, file: string): Promise<string[]> {
  const { envFileWarnings } = await import('./env-file-warnings.ts');
  return envFileWarnings(text, file);
}
