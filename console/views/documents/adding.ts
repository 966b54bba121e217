import { say } from '../../components/toast.tsx';
import { plural, t } from '../../messages.ts';
import { createStore } from '../../store.ts';
import type { Chosen } from './dropped-files.ts';
import { upload } from './uploads.ts';

/** Of what is added next. */
export const nextTags = createStore<readonly string[]>([]);

/** Uploads what was picked or dropped, and says what was not. */
export function add({ files, leftOut }: Chosen): void {
  upload(
    files.map(({ name, file }) => ({ name, content: { file } })),
    { tags: nextTags.get() },
  );
  if (leftOut > 0)
    say(plural(leftOut, ['{count} file of another type skipped', '{count} files of other types skipped']));
  else if (files.length === 0) say(t('There are no files in this folder'), { kind: 'failed' });
}
