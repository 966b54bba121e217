import { useRef, useState } from 'preact/hooks';
import { apiKey } from '../../api/access.ts';
import { type Setting, settings } from '../../api/service.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice, type RetriedBy } from '../../components/problem-notice.tsx';
import { Loading } from '../../components/spinner.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { useMedia } from '../../components/use-media.ts';
import { plural, rich, t } from '../../messages.ts';
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
        <h2 id="settings">{t('Settings')}</h2>
        <p class="aside">
          {t('Change them in the environment or in .env. Changes take effect at the next start.')}
        </p>
      </header>
      {problem?.code === 'invalid_api_key' && (
        <p class="notice warn">
          <Icon name="key" />
          <span>
            {t('The settings need the API key.')} <Button onClick={() => retry()}>{t('Enter key')}</Button>
          </span>
        </p>
      )}
      {problem && problem.code !== 'invalid_api_key' && <ProblemNotice problem={problem} onRetry={retry} />}
      {!all && !problem && <Loading>{t('Loading the settings…')}</Loading>}
      {all && (
        <>
          <label class="toolbar-search">
            <span class="visually-hidden">{t('Search settings')}</span>
            <Icon name="search" />
            <input
              type="search"
              placeholder={t('Search {count} settings', { count: all.length })}
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </label>
          <p class="visually-hidden" role="status">
            {search !== '' && plural(found.length, ['{count} setting found', '{count} settings found'])}
          </p>
          <Group title={t('Set by the operator')} settings={changed} isOpen />
          <Group title={t('Defaults')} settings={usual} isOpen={isWide || search !== ''} />
          {found.length === 0 && <p class="aside">{t('No setting matches.')}</p>}
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
              <code>{value === '' ? t('not set') : value}</code>
              {!is_default && (
                <span class="aside">
                  {fallback === ''
                    ? t('not set by default')
                    : rich('instead of {value}', { value: <code>{fallback}</code> })}
                </span>
              )}
            </p>
            <p class="setting-explanation">
              <span lang="en">{explanation}</span>{' '}
              <span class="aside">{rich('Takes {what}.', { what: <span lang="en">{takes}</span> })}</span>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
