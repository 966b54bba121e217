import { useState } from 'preact/hooks';
import { type SharedConversation, sharedConversation } from '../../api/shared.ts';
import type { Source } from '../../api/types.ts';
import { Ago, Until } from '../../components/ago.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { CheckedAnswer } from '../../components/checked-answer.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Loading } from '../../components/spinner.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { useMedia, WIDE } from '../../components/use-media.ts';
import { rich, t } from '../../messages.ts';
import { hrefOf } from '../../router.ts';
import { SidePanel } from './side-panel.tsx';
import { SourceList } from './source-list.tsx';

const SHARED = 'shared/';

export function sharedHref(shareId: string): string {
  return hrefOf({ view: 'ask', rest: SHARED + shareId });
}

/** The id of a shared conversation in the URL after `#/ask/`. */
export function shareIdIn(rest: string): string | undefined {
  return rest.startsWith(SHARED) ? rest.slice(SHARED.length) : undefined;
}

/** The copy of a conversation that somebody shared. */
export function SharedView({ shareId }: { shareId: string }) {
  const { value, problem, reload } = useLoaded(shareId, (asking) => sharedConversation(shareId, asking));
  const [open, setOpen] = useState<Source | null>(null);
  const isWide = useMedia(WIDE);
  return (
    <div class={open && isWide ? 'ask alone with-passage' : 'ask alone'}>
      <div class="ask-thread col shared">
        {problem && <ProblemNotice problem={problem} onRetry={reload} />}
        {!value && !problem && <Loading>{t('Opening the conversation…')}</Loading>}
        {value && <Copy shared={value} open={open} onOpen={setOpen} />}
      </div>
      {open && (
        <SidePanel panel={{ type: 'source', source: open }} isWide={isWide} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}

function Copy(props: {
  readonly shared: SharedConversation;
  readonly open: Source | null;
  readonly onOpen: (source: Source) => void;
}) {
  const { shared, open, onOpen } = props;
  return (
    <>
      <header class="shared-head stack gap-m">
        <h1 class={shared.title === shared.turns[0]?.question ? 'visually-hidden' : ''} dir="auto">
          {shared.title}
        </h1>
        <p class="aside">
          <Icon name="link" />{' '}
          {rich('A copy, shared {time}. It is deleted {end}.', {
            time: <Ago at={shared.shared_at} />,
            end: <Until at={shared.expires_at} />,
          })}
        </p>
      </header>
      {shared.turns.map(({ question, answer, sources, meta, changed_at: changedAt }, i) => (
        <article class="turn stack" key={i}>
          <h2 class="question" dir="auto">
            {question}
          </h2>
          {meta.refused ? (
            <div class="refusal card stack">
              <p class="refusal-text" dir="auto">
                {answer}
              </p>
            </div>
          ) : (
            <CheckedAnswer text={answer} sources={sources} meta={meta} onOpen={onOpen} />
          )}
          <SourceList
            sources={sources}
            text={answer}
            statements={meta.statements}
            changedAt={changedAt}
            open={open}
            onOpen={onOpen}
          />
        </article>
      ))}
      <p>
        <ButtonLink icon="ask" href={hrefOf({ view: 'ask' })}>
          {t('Ask a question of your own')}
        </ButtonLink>
      </p>
    </>
  );
}
