const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAYS_TOLD = 7;

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const WHOLE = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'medium' });

/** A relative time with the full date as tooltip. It does not update. */
export function Ago({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <time datetime={at} title={WHOLE.format(moment)}>
      {told(moment, Date.now())}
    </time>
  );
}

function told(moment: Date, nowMs: number): string {
  const ms = nowMs - moment.getTime();
  if (ms < MINUTE_MS) return 'just now';
  if (ms < HOUR_MS) return RELATIVE.format(-Math.floor(ms / MINUTE_MS), 'minute');
  if (ms < DAY_MS) return RELATIVE.format(-Math.floor(ms / HOUR_MS), 'hour');
  if (ms < DAYS_TOLD * DAY_MS) return RELATIVE.format(-Math.floor(ms / DAY_MS), 'day');
  return DATE.format(moment);
}
