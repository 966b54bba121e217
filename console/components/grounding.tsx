import type { AnswerMeta, Source, Statement } from '../api/types.ts';
import { Icon } from './icon.tsx';
import { isQuoted, quotedFrom } from './quoted-from.ts';

type Checked = Pick<AnswerMeta, 'model' | 'grounded' | 'statements'>;

const WHOLE = {
  supported: 'Found in the sources',
  partial: 'Only partly found word for word in the sources: check before you rely on it',
  unsupported: 'Not found word for word in the sources: check before you rely on it',
} as const;

const ICONS = { quoted: 'quote', supported: 'check', partial: 'alert', unsupported: 'alert' } as const;

const ALARMS: Readonly<Record<string, string>> = {
  number_not_in_source: 'a number is different there, or missing',
  name_not_in_source: 'a name is missing there',
  other_unit: 'the unit is different',
  other_word: 'a word is different',
  other_negation: 'one says the opposite of the other',
  from_another_place: 'it combines different parts of the text',
};

const JUDGED = {
  supported: 'Supported by',
  partial: 'Partly supported by',
  unsupported: 'Not supported by',
} as const;

/**
 * Where the answer is quoted from, or how checking it against its sources ended; sentence by sentence on demand. A
 * check mark is for what a language model wrote: the words of a quotation are always in their source, even if they do not answer.
 */
export function Grounding({
  text,
  meta,
  sources,
}: {
  text: string;
  meta: Checked;
  sources: readonly Source[];
}) {
  if (meta.grounded === null) return null;
  const { statements } = meta;
  const outcome = isQuoted(meta) ? 'quoted' : meta.grounded;
  const line = (
    <>
      <Icon name={ICONS[outcome]} />
      <span dir="auto">{groundingWords(meta, sources)}</span>
    </>
  );
  if (statements.length === 0) return <p class={`grounding ${outcome}`}>{line}</p>;
  return (
    <details class={`grounding ${outcome}`}>
      <summary>
        {line}
        <Icon name="chevron" />
      </summary>
      <ol class="statements">
        {statements.map((statement) => (
          <li key={statement.start} class={outcome === 'quoted' ? 'quoted' : statement.verdict}>
            <q dir="auto">{withoutCitations(text.slice(statement.start, statement.end))}</q>
            <span class="verdict">{verdictOf(statement, sources, outcome)}</span>
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
  if (isQuoted(meta)) return quotedFrom(sources);
  return statements.length > 1 ? counted(statements) : WHOLE[grounded];
}

function counted(statements: readonly Statement[]): string {
  const supported = statements.filter(({ verdict }) => verdict === 'supported').length;
  if (supported === statements.length) {
    return `${supported === 2 ? 'Both' : `All ${supported}`} sentences found in the sources`;
  }
  return `${supported} of ${statements.length} sentences found in the sources`;
}

function verdictOf(
  { verdict, rules_verdict: byRules, citations, alarms }: Statement,
  sources: readonly Source[],
  outcome: keyof typeof ICONS,
): string {
  const cited = sources.filter(({ n }) => citations.includes(n)).map(({ n, label }) => `${label} [${n}]`);
  const where = cited.length === 0 ? 'the sources' : cited.join(' and ');
  const why = alarms.length === 0 ? '' : `: ${alarms.map((alarm) => ALARMS[alarm] ?? alarm).join('; ')}`;
  if (outcome === 'quoted') return `Quoted from ${where}`;
  if (byRules) return `${JUDGED[verdict]} ${where}, according to the language model`;
  if (verdict === 'supported') return `Supported by ${where}`;
  if (verdict === 'partial') return `Partly found word for word in ${where}${why}`;
  return `Not found word for word in ${where}${why}`;
}

function withoutCitations(text: string): string {
  return text.replaceAll(/\s*\[\d{1,3}\]/g, '').trim();
}
