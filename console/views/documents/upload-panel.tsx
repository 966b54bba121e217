import { Button, ButtonLink } from '../../components/button.tsx';
import { Countdown } from '../../components/countdown.tsx';
import { focusMain } from '../../components/focus-main.ts';
import { Icon } from '../../components/icon.tsx';
import { Name } from '../../components/name.tsx';
import { Progress } from '../../components/spinner.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { plural, rich, t } from '../../messages.ts';
import { documentHref, hrefOf } from '../../router.ts';
import { useStore } from '../../store.ts';
import { ChangeUrl } from './address-dialog.tsx';
import { adviceOn } from './advice.ts';
import { SameName } from './same-name.tsx';
import { ServerWords } from './server-words.tsx';
import { clearEnded, dropUpload, isOpen, shareOf, type Upload, uploads } from './upload-list.ts';
import { dropWaiting, uploadAgain, uploadPause } from './uploads.ts';
import { stateOf } from './wording.ts';

const ROW_HEIGHT = 34;
/** Further failures are only counted, and further files of the same name are left out. */
const FAILED_SHOWN_MAX = 50;

/** Uploads: their progress, what delays them, and refused ones. */
export function UploadPanel() {
  const all = useStore(uploads);
  if (all.length === 0) return null;
  const open = all.filter(isOpen);
  const waiting = open.filter(({ state }) => state === 'waiting').length;
  const failed = all.filter(isFailed);
  const doubled = all.filter(({ earlier }) => earlier !== null);
  return (
    <section class="upload-panel card stack" aria-label={t('Uploading')}>
      <div class="upload-summary row wrap">
        <p role="status">
          <strong>
            {open.length > 0
              ? plural(all.length, ['Adding {count} document', 'Adding {count} documents'])
              : resultOf(all)}
          </strong>
        </p>
        {open.length > 0 && (
          <>
            <Progress value={shareOf(all)} label={t('Total')} />
            <p class="aside">{progressOf(all)}</p>
          </>
        )}
        <p class="upload-actions row gap-xs push">
          {waiting > 0 && (
            <Button variant="quiet" onClick={dropWaiting}>
              {t('Cancel the rest')}
            </Button>
          )}
          {open.length === 0 && all.length > failed.length && (
            <ButtonLink icon="ask" href={hrefOf({ view: 'ask' })}>
              {t('Ask about these documents')}
            </ButtonLink>
          )}
          {open.length < all.length && (
            <Button variant="quiet" onClick={hideEnded}>
              {open.length === 0 ? t('Done') : t('Hide finished uploads')}
            </Button>
          )}
        </p>
      </div>
      {waiting > 0 && <Pause />}
      {failed.length > 0 && (
        <ul class="upload-notes small stack gap-l" aria-label={t('Not added')}>
          {failed.slice(0, FAILED_SHOWN_MAX).map((item) => (
            <Failure key={item.id} item={item} />
          ))}
          {failed.length > FAILED_SHOWN_MAX && (
            <li class="aside bad">{t('and {count} more', { count: failed.length - FAILED_SHOWN_MAX })}</li>
          )}
        </ul>
      )}
      {doubled.length > 0 && (
        <ul class="upload-notes small stack gap-l" aria-label={t('With the same name')}>
          {doubled.slice(0, FAILED_SHOWN_MAX).map((item) => (
            <SameName key={item.id} item={item} earlier={item.earlier!} />
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <details class="upload-open">
          <summary class="aside">
            <Icon name="chevron" />{' '}
            {plural(open.length, ['{count} document in progress', '{count} documents in progress'])}
          </summary>
          <VirtualList label={t('In progress')} items={open} rowHeight={ROW_HEIGHT} keyOf={({ id }) => id}>
            {(item) => (
              <div class="upload-row small row spread">
                <Name text={item.name} />
                <span class="aside">{stepOf(item)}</span>
              </div>
            )}
          </VirtualList>
        </details>
      )}
    </section>
  );
}

function hideEnded(): void {
  clearEnded();
  focusMain();
}

/** Why sending pauses, and until when. */
function Pause() {
  const pause = useStore(uploadPause);
  return (
    <div role="status">
      {pause && (
        <p class="upload-pause small row">
          <Icon name="history" />
          <span>
            {pause.why === 'rate limit' && t('Too many requests within a minute.')}
            {pause.why === 'unreachable' && t('Docent can’t be reached.')}
            {pause.why === 'busy' && `${pause.title}.`}{' '}
            {rich('Nothing is lost. Retrying in {seconds}', {
              seconds: <Countdown key={pause.untilMs} untilMs={pause.untilMs} />,
            })}
          </span>
        </p>
      )}
    </div>
  );
}

function Failure({ item }: { item: Upload }) {
  const { id, name, content, tags, replaces, problem, document, docId } = item;
  const url = 'url' in content ? content.url : undefined;
  const failure = problem
    ? { code: problem.code, message: problem.detail }
    : (document?.error ?? { code: '', message: '' });
  const { reason, cure, remedy } = adviceOn(failure.code, { isFromUrl: url !== undefined });
  return (
    <li class="stack gap-xxs bad">
      <p class="row gap-s">
        <Icon name="alert" />
        {docId === null ? (
          <Name text={name} />
        ) : (
          <a href={documentHref(docId)}>
            <Name text={name} />
          </a>
        )}
      </p>
      <p class="failure-reason">{reason}</p>
      <p>{cure}</p>
      <ServerWords {...failure} />
      {problem && remedy === 'retry' && (
        <Button icon="retry" onClick={() => uploadAgain(id)}>
          {t('Try again')}
        </Button>
      )}
      {url !== undefined && (
        <ChangeUrl url={url} target={{ tags, replaces: docId ?? replaces }} onSent={() => dropUpload(id)} />
      )}
    </li>
  );
}

function isFailed({ state, document }: Upload): boolean {
  return state === 'refused' || document?.status === 'failed';
}

function stepOf({ state, document }: Upload): string {
  if (state === 'waiting') return t('Not sent yet');
  if (state === 'sending') return t('Being sent');
  if (!document) return t('Received');
  const percent = document.status === 'processing' ? ` ${Math.round(document.progress * 100)} %` : '';
  return `${stateOf(document)}${percent}`;
}

function progressOf(all: readonly Upload[]): string {
  const numbers = [
    [all.filter(({ document }) => document?.status === 'done').length, '{count} ready'],
    [all.filter(({ document }) => document?.status === 'skipped').length, '{count} already added'],
    [all.filter(isFailed).length, '{count} failed'],
    [all.filter((item) => item.state === 'accepted' && isOpen(item)).length, '{count} received'],
    [all.filter(({ state }) => state === 'sending').length, '{count} being sent'],
    [all.filter(({ state }) => state === 'waiting').length, '{count} not sent yet'],
  ] as const;
  return numbers
    .filter(([count]) => count > 0)
    .map(([count, words]) => t(words, { count }))
    .join(', ');
}

function resultOf(all: readonly Upload[]): string {
  const ready = all.filter(({ document }) => document?.status === 'done').length;
  const same = all.filter(({ document }) => document?.status === 'skipped').length;
  const failed = all.filter(isFailed).length;
  return [
    ready > 0 ? plural(ready, ['{count} document ready', '{count} documents ready']) : '',
    same > 0 ? t('{count} already added', { count: same }) : '',
    failed > 0 ? t('{count} not added', { count: failed }) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
