import { useState } from 'preact/hooks';
import { apiKey } from '../../api/access.ts';
import { type Setting, settings } from '../../api/service.ts';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Loading } from '../../components/spinner.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { plural, rich, t } from '../../messages.ts';
import { useStore } from '../../store.ts';

/** The server's settings: changed ones first, then defaults. */
export function Settings() {
  const key = useStore(apiKey);
  const { value, problem, reload } = useLoaded(key, settings);
  const all = problem ? null : (value?.settings ?? null);
  const [search, setSearch] = useState('');

  const words = search.toLowerCase().split(/\s+/);
  const found = (all ?? []).filter((setting) =>
    words.every((word) =>
      `${setting.name} ${setting.explanation} ${setting.value}`.toLowerCase().includes(word),
    ),
  );
  const changed = found.filter((setting) => !setting.is_default);
  const usual = found.filter((setting) => setting.is_default);
  return (
    <section class="settings stack" aria-labelledby="settings">
      <header class="row wrap spread">
        <h2 id="settings">{t('Settings')}</h2>
        <p class="aside">
          {t('Change them in the environment or in .env. Changes take effect at the next start.')}
        </p>
      </header>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!all && !problem && <Loading>{t('Loading the settings…')}</Loading>}
      {all && (
        <>
          <SearchField
            label={t('Search settings')}
            placeholder={t('Search {count} settings', { count: all.length })}
            value={search}
            onText={setSearch}
          />
          <p class="visually-hidden" role="status">
            {search !== '' && plural(found.length, ['{count} setting found', '{count} settings found'])}
          </p>
          <Group title={t('Different from the defaults')} settings={changed} isOpen />
          {groupsOf(usual).map(([title, settings]) => (
            <Group key={title} title={title} settings={settings} isOpen={search !== ''} />
          ))}
          {found.length === 0 && <p class="aside">{t('No setting matches.')}</p>}
        </>
      )}
    </section>
  );
}

/** By the beginning of their names; the last takes the rest. */
const GROUPS = [
  [
    t('Language model'),
    /^(LLM|OPENAI|ANTHROPIC|GOOGLE|AZURE|AWS|MISTRAL|GROQ|COHERE|FALLBACK|VERIFY|STREAM)/,
  ],
  [t('Embedding and ranking'), /^(EMBEDDING|RERANK|GLOSSARY|QUERY|TOP_K|SCORE)/],
  [t('Access and limits'), /^(API_KEY|REQUIRE|TRUSTED|CORS|RATE|ALLOWED|CONNECTIONS|KEY|AUDIT|WEBHOOK)/],
  [
    t('Storage and logs'),
    /^(DATA|LOG|RECORD|VECTOR|FILE|KV|STORE|METRICS|TRACING|OTEL|BACKUP|MEMORY_BUDGET)/,
  ],
  [t('Documents'), /^(MAX_FILE|UPLOAD|DOWNLOAD|INGEST|PARSE|QUEUE|OCR|TESSDATA|SOURCE|URL)/],
  [t('Answers and everything else'), /^/],
] as const;

/** Settings in their groups, without empty ones. */
function groupsOf(settings: readonly Setting[]): [title: string, settings: Setting[]][] {
  const groups = GROUPS.map(([title]): [string, Setting[]] => [title, []]);
  for (const setting of settings)
    groups[GROUPS.findIndex(([, names]) => names.test(setting.name))]![1].push(setting);
  return groups.filter(([, members]) => members.length > 0);
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
      <ul class="setting-list card">
        {settings.map(({ name, value, default: fallback, is_default, explanation, takes }) => (
          <li key={name}>
            <p class="setting-name">
              <code>{name}</code>
            </p>
            <p class="stack gap-xxs">
              <code>{value === '' ? t('not set') : value}</code>
              {!is_default && (
                <span class="aside">
                  {fallback === ''
                    ? t('not set by default')
                    : rich('instead of {value}', { value: <code>{fallback}</code> })}
                </span>
              )}
            </p>
            <p dir="auto">
              {explanation}{' '}
              {takes !== 'text' && <span class="aside">{t('Takes {what}.', { what: takes })}</span>}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
