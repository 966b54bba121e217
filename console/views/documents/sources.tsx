import { useEffect, useState } from 'preact/hooks';
import { addSource, type DocumentSource, listSources, pauseSource, runSource } from '../../api/sources.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Name } from '../../components/name.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Select } from '../../components/select.tsx';
import { orSay, say } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { useLoaded } from '../../components/use-loaded.ts';
import { plural, rich, t } from '../../messages.ts';

const KINDS = [
  ['web', t('Web site')],
  ['git', t('Git repository')],
  ['s3', t('S3 bucket')],
  ['folder', t('Folder of the server')],
] as const;
const STATES = {
  queued: t('Waiting'),
  running: t('Being read'),
  done: t('In sync'),
  failed: t('Failed'),
  needs_confirmation: t('Needs a confirmation'),
  paused: t('Paused'),
  removing: t('Being removed'),
} as const;
/** While one runs. */
const BUSY_EVERY_MS = 5_000;

/** Places that documents stay in sync with, each with its last run. Nothing where the caller may not see them. */
export function Sources() {
  const { value, reload } = useLoaded('sources', (asking) => listSources({ ...asking, askForKey: 'never' }));
  const [isAdding, setAdding] = useState(false);
  const isBusy = value?.some(isUnderway) ?? false;
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(() => reload('itself'), BUSY_EVERY_MS);
    return () => clearInterval(timer);
  }, [isBusy, reload]);
  if (!value) return null;
  return (
    <details class="sources small" open={value.some(needsAttention)}>
      <summary>
        <Icon name="chevron" />
        {t('Sources that stay in sync')} <span class="count">{value.length}</span>
      </summary>
      {value.length > 0 && (
        <ul class="source-rows">
          {value.map((source) => (
            <SourceRow key={source.source_id} source={source} onChanged={reload} />
          ))}
        </ul>
      )}
      <Button icon="plus" onClick={() => setAdding(true)}>
        {t('Add a source')}
      </Button>
      {isAdding && <AddSource onAdded={reload} onClose={() => setAdding(false)} />}
    </details>
  );
}

function isUnderway({ state }: DocumentSource): boolean {
  return state === 'queued' || state === 'running';
}

function needsAttention({ state }: DocumentSource): boolean {
  return state === 'failed' || state === 'needs_confirmation';
}

function SourceRow({ source, onChanged }: { source: DocumentSource; onChanged: () => void }) {
  const { source_id: id, name, kind, location, state, paused } = source;
  const { documents, last_run: last, ended_at: endedAt } = source;
  async function act(verb: 'run' | 'confirm'): Promise<void> {
    await orSay(t('Not started'), async () => {
      await runSource(id, verb);
      say(t('Reading {source}', { source: name }));
      onChanged();
    });
  }
  async function pause(): Promise<void> {
    await orSay(t('Not changed'), async () => {
      await pauseSource(id, !paused);
      onChanged();
    });
  }
  return (
    <li class="row wrap spread">
      <div>
        <p>
          <strong>
            <Name text={name} />
          </strong>{' '}
          <span class="aside">{new Map(KINDS).get(kind)}</span>
        </p>
        <p class="aside">
          <Name text={location} />
        </p>
        <p class={needsAttention(source) ? 'document-facts aside toned bad' : 'document-facts aside'}>
          <span>{STATES[state]}</span>
          <span>{plural(documents, ['{count} document', '{count} documents'])}</span>
          {endedAt && <span>{rich('last run {when}', { when: <Ago at={endedAt} /> })}</span>}
          {last && (
            <span>
              {t('{added} new, {changed} changed, {deleted} deleted, {failed} failed', {
                added: last.added,
                changed: last.changed,
                deleted: last.deleted,
                failed: last.failed,
              })}
            </span>
          )}
        </p>
        {last?.error && (
          <p class="aside" dir="auto" lang="en">
            {last.error.message}
          </p>
        )}
      </div>
      <div class="chips">
        <Button onClick={pause}>{paused ? t('Resume') : t('Pause')}</Button>
        {state === 'needs_confirmation' ? (
          <Button variant="danger" onClick={() => act('confirm')}>
            {plural(source.would_delete, ['Delete {count} document', 'Delete {count} documents'])}
          </Button>
        ) : (
          <Button icon="retry" disabled={isUnderway(source)} onClick={() => act('run')}>
            {t('Run now')}
          </Button>
        )}
      </div>
    </li>
  );
}

function AddSource({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const [kind, setKind] = useState<DocumentSource['kind']>('web');
  const [name, setName] = useState('');
  const [location, setLocation] = useState('');

  const { run, problem } = useAction();

  function add(): void {
    void run(async () => {
      await addSource({ name: name.trim(), kind, location: location.trim() });
      onAdded();
      onClose();
    });
  }

  return (
    <FormDialog
      title={t('Add a source')}
      action={t('Add')}
      canSend={name.trim() !== '' && location.trim() !== ''}
      onSend={add}
      onClose={onClose}
    >
      <Select isField label={t('Kind')} value={kind} options={KINDS} onChoose={setKind} />
      <Field label={t('Name')} autofocus maxLength={100} value={name} onText={setName} />
      <Field
        label={kind === 'folder' ? t('Path') : t('URL')}
        dir="ltr"
        maxLength={2048}
        placeholder={PLACES[kind]}
        value={location}
        onText={setLocation}
      />
      <p class="aside">
        {t('It is read now, and again an hour after each run. Deleted files go from Docent, too.')}
      </p>
      {problem && <ProblemNotice problem={problem} />}
    </FormDialog>
  );
}

/** Examples, the same in every language. */
const PLACES = {
  web: 'https://www.example.org/sitemap.xml',
  git: 'https://github.com/example/handbook.git',
  s3: 's3://handbooks/hr',
  folder: '/srv/handbooks',
} as const;
