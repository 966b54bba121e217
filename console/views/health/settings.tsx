import { useEffect, useState } from 'preact/hooks';
import { apiKey } from '../../api/access.ts';
import { type ApiProblem, isAbort, problemOf } from '../../api/problem.ts';
import { type Setting, settings } from '../../api/service.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useMedia } from '../../components/use-media.ts';
import { useStore } from '../../store.ts';

/** The server's settings: changed ones first, then defaults. */
export function Settings() {
  const key = useStore(apiKey);
  const [all, setAll] = useState<readonly Setting[] | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [askForKey, setAskForKey] = useState<'when needed' | 'never'>('never');
  const [attempt, setAttempt] = useState(0);
  const [search, setSearch] = useState('');
  const isWide = useMedia('(width >= 40rem)');

  useEffect(() => {
    const controller = new AbortController();
    settings({ signal: controller.signal, askForKey }).then(
      (reply) => {
        setAll(reply.settings);
        setProblem(null);
      },
      (error: unknown) => {
        if (isAbort(error)) return;
        setAll(null);
        setAskForKey('never');
        setProblem(problemOf(error));
      },
    );
    return () => controller.abort();
  }, [key, attempt]);

  function retry(): void {
    setAskForKey('when needed');
    setAttempt(attempt + 1);
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
        <p class="aside">Changed in the environment or in .env; they take effect at the next start.</p>
      </header>
      {problem?.code === 'invalid_api_key' && (
        <p class="notice warn">
          <Icon name="key" />
          <span>
            The settings are shown to whoever has the API key. <Button onClick={retry}>Enter key</Button>
          </span>
        </p>
      )}
      {problem && problem.code !== 'invalid_api_key' && <ProblemNotice problem={problem} onRetry={retry} />}
      {!all && !problem && (
        <p class="loading">
          <Spinner /> Asking for them…
        </p>
      )}
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
          <Group title="As they come" settings={usual} isOpen={isWide || search !== ''} />
          {found.length === 0 && <p class="aside">No setting has these words.</p>}
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
