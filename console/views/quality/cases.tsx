import { useState } from 'preact/hooks';
import type { Page } from '../../api/page.ts';
import { type AnswerRecord, listAnswers } from '../../api/quality.ts';
import { Ago } from '../../components/ago.tsx';
import { IconButton } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { milliseconds } from '../../components/figures.ts';
import { Icon } from '../../components/icon.tsx';
import { ListState } from '../../components/list-state.tsx';
import { usePages } from '../../components/use-pages.ts';
import { VirtualList } from '../../components/virtual-list.tsx';
import { goTo } from '../../router.ts';
import { CaseDialog } from './case-dialog.tsx';
import { type CaseFilter, qualityHref } from './place.ts';

const ROW_HEIGHT = 76;
const DAY_MS = 86_400_000;
const WHEN = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const OUTCOMES = {
  supported: { icon: 'check', label: 'In the sources' },
  partial: { icon: 'alert', label: 'Partly in the sources' },
  unsupported: { icon: 'alert', label: 'Not in the sources' },
  refused: { icon: 'close', label: 'No answer' },
  unchecked: { icon: 'document', label: 'Not checked' },
} as const;

/** The answers behind a number, the last first. */
export function Cases({ filter }: { filter: CaseFilter }) {
  const pages = usePages(JSON.stringify(filter), (cursor, asking) => within(filter, cursor, asking));
  const [open, setOpen] = useState<AnswerRecord | null>(null);
  return (
    <>
      <div class="quality-bar">
        <FilterChips filter={filter} />
        <IconButton icon="retry" label="Refresh" onClick={pages.reload} />
      </div>
      <ListState pages={pages} what="the answers">
        <EmptyState title="No such answers">
          <p class="aside">
            Answers are listed here as soon as questions are asked; with fewer limits there may be some.
          </p>
        </EmptyState>
      </ListState>
      {pages.items.length > 0 && (
        <VirtualList
          label="Answers"
          items={pages.items}
          rowHeight={ROW_HEIGHT}
          keyOf={({ correlation_id, at }) => correlation_id + at}
          onEnd={pages.more}
        >
          {(answered) => <CaseRow answered={answered} onOpen={() => setOpen(answered)} />}
        </VirtualList>
      )}
      {open && <CaseDialog answered={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function CaseRow({ answered, onOpen }: { answered: AnswerRecord; onOpen: () => void }) {
  const { question, at, refused, grounded, model, timings_ms: took } = answered;
  const outcome = refused ? 'refused' : (grounded ?? 'unchecked');
  const { icon, label } = OUTCOMES[outcome];
  return (
    <button type="button" class="quality-row open" onClick={onOpen}>
      <span class="quality-row-words">
        <span class="quality-row-title" dir="auto">
          {question ?? 'A question that is kept no more'}
        </span>
        <span class="quality-row-facts">
          <span class={`fact ${outcome}`}>
            <Icon name={icon} />
            {label}
          </span>
          <Ago at={at} />
          <span>{milliseconds(took.total)}</span>
          <bdi class="clipped">{model}</bdi>
        </span>
      </span>
    </button>
  );
}

/** What the list is narrowed to, each to be taken back. */
function FilterChips({ filter }: { filter: CaseFilter }) {
  const { from, to, refused, grounded, model } = filter;
  const without = (...names: (keyof CaseFilter)[]) => {
    const left = Object.fromEntries(
      Object.entries(filter).filter(([name]) => !names.some((gone) => gone === name)),
    );
    location.hash = qualityHref('answers', left);
  };
  const chips = [
    ...(refused
      ? [{ words: refused === 'true' ? 'No answer' : 'Answered', names: ['refused'] as const }]
      : []),
    ...(grounded ? [{ words: OUTCOMES[grounded].label, names: ['grounded'] as const }] : []),
    ...(model ? [{ words: model, names: ['model'] as const }] : []),
    ...(from || to ? [{ words: timeWords(filter), names: ['from', 'to'] as const }] : []),
  ];
  if (chips.length === 0) return <p class="aside">All answers, the last first.</p>;
  return (
    <div class="chips">
      {chips.map(({ words, names }) => (
        <Chip key={words} label={`Without the limit: ${words}`} onRemove={() => without(...names)}>
          {words}
        </Chip>
      ))}
      <button type="button" class="option" onClick={() => goTo({ view: 'quality', rest: 'answers' })}>
        All answers
      </button>
    </div>
  );
}

function timeWords({ from, to }: CaseFilter): string {
  if (from && to && Date.parse(to) - Date.parse(from) === DAY_MS) return from.slice(0, 10);
  const words = (time: string) => WHEN.format(new Date(time));
  if (from && to) return `${words(from)} – ${words(to)}`;
  return from ? `Since ${words(from)}` : `Before ${words(to!)}`;
}

/** The server narrows by day alone; what is beyond the time ends the list, as it is newest first. */
async function within(
  { from, to, ...filter }: CaseFilter,
  cursor: string | null,
  asking: { signal: AbortSignal },
): Promise<Page<AnswerRecord>> {
  const day = from && to && Date.parse(to) - Date.parse(from) <= DAY_MS ? { day: from.slice(0, 10) } : {};
  const page = await listAnswers({ ...filter, ...day }, cursor, asking);
  const isInTime = ({ at }: AnswerRecord) => !(from && at < from) && !(to && at >= to);
  const isOver = from !== undefined && page.items.some(({ at }) => at < from);
  return { ...page, items: page.items.filter(isInTime), nextCursor: isOver ? null : page.nextCursor };
}
