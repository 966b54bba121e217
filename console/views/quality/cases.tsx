import { useState } from 'preact/hooks';
import { type AnswerFilter, type AnswerRecord, listAnswers } from '../../api/quality.ts';
import { Ago } from '../../components/ago.tsx';
import { IconButton } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { milliseconds } from '../../components/figures.ts';
import { Icon } from '../../components/icon.tsx';
import { PageList } from '../../components/page-list.tsx';
import { isQuotation, modelName } from '../../components/quoted-from.ts';
import { usePages } from '../../components/use-pages.ts';
import { t } from '../../messages.ts';
import { CaseDialog } from './case-dialog.tsx';
import { qualityHref } from './place.ts';
import { timeWords } from './time-words.ts';

const ROW_HEIGHT = 92;

const OUTCOMES = {
  quoted: { icon: 'quote', label: t('Quoted') },
  supported: { icon: 'check', label: t('In the sources') },
  partial: { icon: 'alert', label: t('Partly in the sources') },
  unsupported: { icon: 'alert', label: t('Not in the sources') },
  refused: { icon: 'close', label: t('No answer') },
  unchecked: { icon: 'document', label: t('Not checked') },
} as const;

/** The answers behind a number, newest first. @param props.caseId The open one. */
export function Cases({ filter, caseId }: { filter: AnswerFilter; caseId: string | null }) {
  const pages = usePages(
    JSON.stringify(filter),
    (cursor, asking) => listAnswers(filter, cursor, asking),
    ({ answers }) => answers,
  );
  // Several may share an id: this is the intended one.
  const [chosen, setChosen] = useState<AnswerRecord | null>(null);
  return (
    <>
      <div class="quality-bar row">
        <FilterChips filter={filter} />
        <IconButton icon="retry" label={t('Refresh')} onClick={() => pages.reload()} />
      </div>
      <PageList
        label={t('Answers')}
        rowHeight={ROW_HEIGHT}
        keyOf={({ correlation_id, at }) => correlation_id + at}
        pages={pages}
        empty={{
          title: t('No such answers'),
          about: t('Answers are listed here as soon as questions are asked. Try fewer filters.'),
        }}
      >
        {(answered) => (
          <CaseRow
            answered={answered}
            href={qualityHref(`answers/${encodeURIComponent(answered.correlation_id)}`, filter)}
            onOpen={() => setChosen(answered)}
          />
        )}
      </PageList>
      {caseId !== null && (
        <CaseDialog
          key={caseId}
          correlationId={caseId}
          known={chosen?.correlation_id === caseId ? chosen : null}
          onClose={() => {
            location.hash = qualityHref('answers', filter);
          }}
        />
      )}
    </>
  );
}

function CaseRow(props: { answered: AnswerRecord; href: string; onOpen: () => void }) {
  const { answered, href, onOpen } = props;
  const { question, at, refused, grounded, model, timings_ms: took } = answered;
  const outcome = refused ? 'refused' : isQuotation(answered) ? 'quoted' : (grounded ?? 'unchecked');
  const { icon, label } = OUTCOMES[outcome];
  return (
    <a class="quality-row row open" href={href} onClick={onOpen}>
      <span class="quality-row-words stack gap-xs grow">
        <span class="quality-row-title clamp" dir="auto">
          {question ?? t('A question that is no longer stored')}
        </span>
        <span class="quality-row-facts row gap-facts aside">
          <span class={`fact row gap-xs ${outcome}`}>
            <Icon name={icon} />
            {label}
          </span>
          <Ago at={at} />
          <span>{milliseconds(took.total)}</span>
          <bdi class="clip">{modelName(model)}</bdi>
        </span>
      </span>
    </a>
  );
}

/** The list's filters, each removable. */
function FilterChips({ filter }: { filter: AnswerFilter }) {
  const { refused, grounded, quoted, model } = filter;
  const time = timeWords(filter);
  const without = (...names: (keyof AnswerFilter)[]) => {
    const left = Object.fromEntries(
      Object.entries(filter).filter(([name]) => !names.some((gone) => gone === name)),
    );
    location.hash = qualityHref('answers', left);
  };
  const chips = [
    ...(refused
      ? [{ words: refused === 'true' ? t('No answer') : t('Answered'), names: ['refused'] as const }]
      : []),
    ...(grounded ? [{ words: OUTCOMES[grounded].label, names: ['grounded'] as const }] : []),
    ...(quoted
      ? [{ words: quoted === 'true' ? t('Quoted') : t('Written by a model'), names: ['quoted'] as const }]
      : []),
    ...(model ? [{ words: modelName(model), names: ['model'] as const }] : []),
    ...(time ? [{ words: time, names: ['from', 'to'] as const }] : []),
  ];
  if (chips.length === 0) return <p class="aside">{t('All answers, newest first.')}</p>;
  return (
    <div class="chips">
      {chips.map(({ words, names }) => (
        <Chip
          key={words}
          label={t('Without the filter: {filter}', { filter: words })}
          onRemove={() => without(...names)}
        >
          {words}
        </Chip>
      ))}
      <button
        type="button"
        class="option row gap-s"
        onClick={() => without(...chips.flatMap(({ names }) => names))}
      >
        {t('All answers')}
      </button>
    </div>
  );
}
