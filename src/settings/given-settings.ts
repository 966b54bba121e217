import type { Environment } from './config.ts';
import { withEnvFile } from './env-file.ts';

let given: Promise<Environment> | undefined;

/** What is set in the environment and in `.env` of the working folder. @throws {ValueError} */
export function givenSettings(): Promise<Environment> {
  given ??= settingsOf(process.env);
  return given;
}

/** Warnings go to the console at once, before what they may be the cause of. */
export async function settingsOf(environment: Environment, file?: string): Promise<Environment> {
  const { environment: merged, warnings } = await withEnvFile(environment, file);
  for (const warning of warnings) process.stderr.write(`docent: ${warning}\n`);
  return merged;
}
