import { locale, t } from '../messages.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAYS_TOLD = 7;

const RELATIVE = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const DATE = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const WHOLE = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' });

/** A relative time with the full date as tooltip. It does not update. */
export function Ago({ at }: { at: string }) {
  const ms = Date.now() - Date.parse(at);
  return <Moment at={at} words={ms < MINUTE_MS ? t('just now') : near(ms)} />;
}

/** The same of a time to come: `in 6 days`, and before those its date. */
export function Until({ at }: { at: string }) {
  return <Moment at={at} words={near(Date.now() - Date.parse(at))} />;
}

/** @param props.words Empty for a time that is far, which its date tells. */
function Moment({ at, words }: { at: string; words: string }) {
  const moment = new Date(at);
  return (
    <time datetime={at} title={WHOLE.format(moment)}>
      {words || DATE.format(moment)}
    </time>
  );
}

/** @param ms Since then; negative before. A begun day to come is a whole one, as midnights are days away. */
function near(ms: number): string {
  const distance = Math.abs(ms);
  if (distance < HOUR_MS) return RELATIVE.format(-Math.floor(ms / MINUTE_MS), 'minute');
  if (distance < DAY_MS) return RELATIVE.format(-Math.floor(ms / HOUR_MS), 'hour');
  if (distance < DAYS_TOLD * DAY_MS) return RELATIVE.format(-Math.floor(ms / DAY_MS), 'day');
  return '';
}
