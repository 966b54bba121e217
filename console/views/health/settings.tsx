import { useRef, useState } from 'preact/hooks';
import { apiKey } from '../../api/access.ts';
import { type Setting, settings } from '../../api/service.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice, type RetriedBy } from '../../components/problem-notice.tsx';
import { Loading } from '../../components/spinner.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { useMedia } from '../../components/use-media.ts';
import { useStore } from '../../store.ts';

/** The server's settings: changed ones first, then defaults. */
export function Settings() {
  const key = useStore(apiKey);
  const askForKey = useRef<'when needed' | 'never'>('never');
  const { value, problem, reload } = useLoaded(key, async (asking) => {
    try {
      return await settings({ ...asking, askForKey: askForKey.current });
    } finally {
      // A key that was entered begins the next request, which may decline it.
      if (!asking.signal.aborted) askForKey.current = 'never';
    }
  });
  const all = problem ? null : (value?.settings ?? null);
  const [search, setSearch] = useState('');
  const isWide = useMedia('(width >= 40rem)');

  function retry(by?: RetriedBy): void {
    if (by !== 'itself') askForKey.current = 'when needed';
    reload(by);
  }

  const words = search.toLowerCase().split(/\s+/);
  const found = (all ?? []).filter(({ name, explanation, value }) =>
    words.every((word) => `${name} ${explanation} ${value}`.toLowerCase().includes(word)),
  );
  const changed = found.filter((setting) => !setting.is_default);
  const usual = found.filter((setting) => setting.is_default);
  return (
    <section class="settings" aria-labelledby="settings">
      <header>
        <h2 id="settings">Settings</h2>
        <p class="aside">Change them in the environment or in .env. Changes take effect at the next start.</p>
      </header>
      {problem?.code === 'invalid_api_key' && (
        <p class="notice warn">
          <Icon name="key" />
          <span>
            The settings need the API key. <Button onClick={() => retry()}>Enter key</Button>
          </span>
        </p>
      )}
      {problem && problem.code !== 'invalid_api_key' && <ProblemNotice problem={problem} onRetry={retry} />}
      {!all && !problem && <Loading>Loading the settings…</Loading>}
      {all && (
        <>
          <label class="toolbar-search">
            <span class="visually-hidden">Search settings</span>
            <Icon name="search" />
            <input
              type="search"
              placeholder={`Search ${all.length} settings`}
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </label>
          <p class="visually-hidden" role="status">
            {search !== '' && `${found.length} settings found`}
          </p>
          <Group title="Set by the operator" settings={changed} isOpen />
          <Group title="Defaults" settings={usual} isOpen={isWide || search !== ''} />
          {found.length === 0 && <p class="aside">No setting matches.</p>}
        </>
      )}
    </section>
  );
}

function Group(props: {
  readonly title: string;
  readonly settings: readonly Setting[];
  readonly isOpen: boolean;
}) {
  const { title, settings, isOpen } = props;
  if (settings.length === 0) return null;
  return (
    <details class="setting-group" open={isOpen}>
      <summary>
        <h3>
          {title} <span class="count">{settings.length}</span>
        </h3>
        <Icon name="chevron" />
      </summary>
      <ul class="setting-list">
        {settings.map(({ name, value, default: fallback, is_default, explanation, takes }) => (
          <li key={name}>
            <p class="setting-name">
              <code>{name}</code>
            </p>
            <p class="setting-value">
              <code>{value === '' ? 'not set' : value}</code>
              {!is_default && (
                <span class="aside">instead of {fallback === '' ? 'nothing' : <code>{fallback}</code>}</span>
              )}
            </p>
            <p class="setting-explanation">
              {explanation} <span class="aside">Takes {takes}.</span>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
