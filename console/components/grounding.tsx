import type { AnswerMeta, Source, Statement } from '../api/types.ts';
import { listed, t } from '../messages.ts';
import { rowsInline, withoutCitations } from './answer-pieces.ts';
import { Icon } from './icon.tsx';
import { isQuoted, quotedFrom } from './quoted-from.ts';
import { labelOf } from './source-label.ts';

type Checked = Pick<AnswerMeta, 'model' | 'grounded' | 'statements' | 'unsure'>;

const WHOLE = {
  supported: t('Found in the sources'),
  partial: t('Only partly found word for word in the sources: check before you rely on it'),
  unsupported: t('Not found word for word in the sources: check before you rely on it'),
} as const;

const ICONS = { quoted: 'quote', supported: 'check', partial: 'alert', unsupported: 'alert' } as const;

const ALARMS: Readonly<Record<string, string>> = {
  number_not_in_source: t('a number is different there, or missing'),
  name_not_in_source: t('a name is missing there'),
  other_unit: t('the unit is different'),
  other_word: t('a word is different'),
  other_negation: t('one says the opposite of the other'),
  from_another_place: t('it combines different parts of the text'),
};

const BY_MODEL = {
  supported: 'Supported by {where}, according to the language model',
  partial: 'Partly supported by {where}, according to the language model',
  unsupported: 'Not supported by {where}, according to the language model',
} as const;

/**
 * Where the answer is quoted from, or how checking it against its sources ended; sentence by sentence on demand. A
 * check mark is for what a language model wrote: the words of a quotation are always in their source, even if they do not answer.
 */
export function Grounding(props: { text: string; meta: Checked; sources: readonly Source[] }) {
  const { text, meta, sources } = props;
  if (meta.grounded === null) return null;
  const { statements } = meta;
  const outcome = isQuoted(meta) ? 'quoted' : meta.grounded;
  const line = (
    <>
      <Icon name={ICONS[outcome]} />
      <span dir="auto">{groundingWords(meta, sources)}</span>
    </>
  );
  if (statements.length === 0) return <p class={`grounding row gap-s aside ${outcome}`}>{line}</p>;
  return (
    <details class={`grounding aside ${outcome}`}>
      <summary>
        {line}
        <Icon name="chevron" />
      </summary>
      <ol class="statements stack gap-l">
        {statements.map((statement) => (
          <li
            key={statement.start}
            class={`stack gap-xxs ${outcome === 'quoted' ? 'none' : statement.verdict}`}
          >
            <q dir="auto">{rowsInline(withoutCitations(text.slice(statement.start, statement.end)))}</q>
            <span>{verdictOf(statement, sources, outcome)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The same in a few words; null when nothing was stated. */
export function groundingWords(meta: Checked, sources: readonly Source[]): string | null {
  const { grounded, statements } = meta;
  if (grounded === null) return null;
  if (isQuoted(meta)) {
    const from = quotedFrom(sources);
    return meta.unsure ? t('{from} – it may not be what you asked for.', { from }) : from;
  }
  return statements.length > 1 ? counted(statements) : WHOLE[grounded];
}

function counted(statements: readonly Statement[]): string {
  const supported = statements.filter(({ verdict }) => verdict === 'supported').length;
  const total = statements.length;
  if (supported < total)
    return t('{count} of {total} sentences found in the sources', { count: supported, total });
  if (total === 2) return t('Both sentences found in the sources');
  return t('All {total} sentences found in the sources', { total });
}

function verdictOf(
  { verdict, rules_verdict: byRules, citations, alarms }: Statement,
  sources: readonly Source[],
  outcome: keyof typeof ICONS,
): string {
  const cited = sources
    .filter(({ n }) => citations.includes(n))
    .map((source) => `${labelOf(source)} [${source.n}]`);
  const where = cited.length === 0 ? t('the sources') : listed(cited);
  const why = alarms.length === 0 ? '' : `: ${alarms.map((alarm) => ALARMS[alarm] ?? alarm).join('; ')}`;
  if (outcome === 'quoted') return t('Quoted from {where}', { where });
  if (byRules) return t(BY_MODEL[verdict], { where });
  if (verdict === 'supported') return t('Supported by {where}', { where });
  if (verdict === 'partial') return t('Partly found word for word in {where}', { where }) + why;
  return t('Not found word for word in {where}', { where }) + why;
}
