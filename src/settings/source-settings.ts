import { isAbsolute, resolve } from 'node:path';
import { parseS3Url } from '../adapters/s3/s3-url.ts';
import { list, type Setting, secretList, whole } from './setting-kinds.ts';

/** Where sources may be, and how much they may bring. */
export const SOURCE_SETTINGS = {
  sourceRoots: list(
    'SOURCE_ROOTS',
    '[]',
    isRoot,
    'absolute paths and buckets such as /srv/handbook or s3://bucket/prefix?region=eu-central-1',
    'Folders and buckets that sources may read, and all below them. Web sites and Git repositories are allowed by ALLOWED_HOSTS.',
    { isCased: true },
  ),
  gitCredentials: secretList(
    'GIT_CREDENTIALS',
    (text) => /^[^=\s]+=[^:\s]+:[!-~]+$/.test(text),
    'host=user:token',
    'What to sign in to Git hosts with, such as github.com=x-access-token:ghp_… for a token that may read the repositories.',
  ),
  sourceDocumentsMax: whole(
    'SOURCE_DOCUMENTS_MAX',
    'Maximum number of documents of one source. A larger one is not read.',
    { fallback: 20_000, min: 1, max: 1_000_000 },
  ),
  sourceRunTimeoutMinutes: whole(
    'SOURCE_RUN_TIMEOUT_MINUTES',
    'Time limit for a run of a source, in minutes. The next run continues.',
    { fallback: 360, min: 1, max: 10_080 },
  ),
} as const satisfies Record<string, Setting>;

function isRoot(text: string): boolean {
  return isAbsolute(text)
    ? resolve(text) === text.replace(/(?<=.)[/\\]+$/, '')
    : 'address' in parseS3Url(text);
}
