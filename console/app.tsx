import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { apiKey, me } from './api/access.ts';
import { rateLimitWait } from './api/waiting.ts';
import { focusMain, isNothingFocused } from './components/focus-main.ts';
import { Icon } from './components/icon.tsx';
import { KeyDialog } from './components/key-dialog.tsx';
import { RateLimited } from './components/rate-limited.tsx';
import { Toast } from './components/toast.tsx';
import { useKeys } from './components/use-keys.ts';
import { useWindowEvent } from './components/use-window-event.ts';
import { t } from './messages.ts';
import { hrefOf, place } from './router.ts';
import { FirstSteps } from './shell/first-steps.tsx';
import { KeysDialog } from './shell/keys-dialog.tsx';
import { MainMenu } from './shell/menu.tsx';
import { Palette } from './shell/palette.tsx';
import { usePlaces } from './shell/use-places.ts';
import { useStore } from './store.ts';
import { DropTarget } from './views/documents/drop-target.tsx';
import { offeredViews, VIEWS } from './views/registry.ts';

/** The frame of every page: navigation, global notices, and the view. */
export function App() {
  const { view: name, rest } = useStore(place);
  useStore(me);
  useStore(apiKey);
  const offered = offeredViews();
  const view = VIEWS.find((row) => row.name === name) ?? offered[0] ?? VIEWS[0];
  const [open, setOpen] = useState<'keys' | 'palette' | null>(null);
  const isLater = useRef(false);
  useKeys({ '?': () => setOpen('keys') });
  usePlaces(() => setOpen('palette'));
  // Before the view restores its scroll position.
  useLayoutEffect(() => {
    document.title = t('{view} · Docent', { view: view.label });
    scrollTo(0, 0);
    // They are those of the view before.
    setOpen(null);
  }, [view]);
  // After the effects of the view, which may have a field to write in.
  useEffect(() => {
    if (isLater.current && isNothingFocused()) focusMain();
    isLater.current = true;
  }, [view]);
  const shown = offered.includes(view) ? offered : [...offered, view];
  return (
    <>
      <button type="button" class="skip-link" onClick={focusMain}>
        {t('Skip to the content')}
      </button>
      <header class="masthead">
        <a class="wordmark" href={hrefOf({ view: shown[0]!.name })}>
          Docent
        </a>
        <nav class="row gap-xs" aria-label={t('Pages')}>
          {shown.map(({ name, label, icon }) => (
            <a
              key={name}
              class="row gap-s"
              href={hrefOf({ view: name })}
              aria-current={name === view.name ? 'page' : undefined}
            >
              <Icon name={icon} />
              {label}
            </a>
          ))}
        </nav>
        <div class="masthead-actions row gap-xs">
          <MainMenu onPalette={() => setOpen('palette')} onKeys={() => setOpen('keys')} />
        </div>
      </header>
      <Conditions />
      {view.name === 'ask' && rest === '' && <FirstSteps />}
      <Toast />
      <main id="main" tabindex={-1}>
        <view.component rest={rest} />
      </main>
      {open === 'keys' && <KeysDialog onClose={() => setOpen(null)} />}
      {open === 'palette' && <Palette onKeys={() => setOpen('keys')} onClose={() => setOpen(null)} />}
      <KeyDialog />
      <DropTarget />
    </>
  );
}

/** Notices about all requests: offline, or rate-limited. */
function Conditions() {
  const [isOnline, setOnline] = useState(navigator.onLine);
  const wait = useStore(rateLimitWait);
  useWindowEvent('online', () => setOnline(true));
  useWindowEvent('offline', () => setOnline(false));
  return (
    <div class="conditions" role="status">
      {!isOnline && (
        <p class="condition small">
          {t('You are offline. This page stays as it is, and uploads wait for the connection.')}
        </p>
      )}
      {wait && (
        <p class="condition small">
          <RateLimited untilMs={wait.untilMs} />
        </p>
      )}
    </div>
  );
}
