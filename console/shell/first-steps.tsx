import { may, me, needsNoKey } from '../api/access.ts';
import { isQuoting } from '../api/service.ts';
import { IconButton } from '../components/button.tsx';
import { focusMain } from '../components/focus-main.ts';
import { Icon } from '../components/icon.tsx';
import { t } from '../messages.ts';
import { hrefOf } from '../router.ts';
import { createStoredStore, useStore } from '../store.ts';
import { conversations } from '../views/ask/conversations.ts';
import { documentCount } from '../views/ask/knowledge-base.ts';

const isDismissed = createStoredStore('docent.first-steps', false, { storage: localStorage });

function dismiss(): void {
  isDismissed.set(true);
  focusMain();
}

/** What an operator does first. It goes away when all of it is done, or permanently when it is dismissed. */
export function FirstSteps() {
  const caller = useStore(me);
  const dismissed = useStore(isDismissed);
  const documents = useStore(documentCount);
  const asked = useStore(conversations).length > 0;
  const steps = [
    { words: t('Add documents'), isDone: (documents ?? 0) > 0, href: hrefOf({ view: 'documents' }) },
    { words: t('Ask a question'), isDone: asked, href: hrefOf({ view: 'ask' }) },
    {
      words: t('Connect a language model (LLM_PROVIDER)'),
      isDone: !isQuoting,
      href: hrefOf({ view: 'health' }),
    },
    { words: t('Protect it with a key (API_KEY)'), isDone: !needsNoKey(), href: hrefOf({ view: 'health' }) },
  ];
  if (!caller || dismissed || !may('operate') || steps.every(({ isDone }) => isDone)) return null;
  return (
    <section class="first-steps small row spread" aria-label={t('First steps')}>
      <ol class="row wrap">
        {steps.map(({ words, isDone, href }) => (
          <li key={words} class={isDone ? 'row gap-s done' : 'row gap-s'}>
            {isDone && <Icon name="check" />}
            {isDone ? <span>{words}</span> : <a href={href}>{words}</a>}
            {isDone && <span class="visually-hidden">{t('done')}</span>}
          </li>
        ))}
      </ol>
      <IconButton icon="close" label={t('Hide the first steps')} onClick={dismiss} />
    </section>
  );
}
