/** Sends the soak's requests and notes what came back. */
import { createApiClient } from '../../scripts/api-client.ts';

const ADDRESSES = 60;
const VIOLATIONS_MAX = 50;
const BODY_SHOWN = 300;

export interface Answered {
  readonly totalMs: number;
  readonly retrieveMs: number;
}

/** What visitors have seen; the sampler takes `answers` and `serverErrors` away each minute. */
export interface Tally {
  /** By what was tried and how it ended, such as `upload 202`. */
  readonly outcomes: Map<string, number>;
  answers: Answered[];
  /** 5xx by status and code. */
  serverErrors: Map<string, number>;
  readonly violations: string[];
}

export type Visitors = ReturnType<typeof createVisitors>;

export function createVisitors(url: string, random: () => number) {
  const client = createApiClient(url);
  const tally: Tally = { outcomes: new Map(), answers: [], serverErrors: new Map(), violations: [] };
  let calls = 0;

  /** A request from one of many addresses, by a proxy that the server trusts. */
  function call(path: string, init: RequestInit = {}): Promise<Response> {
    calls += 1;
    const address = { 'x-forwarded-for': `10.0.0.${calls % ADDRESSES}` };
    return client.call(path, { ...init, headers: { ...address, ...(init.headers as object) } });
  }

  function complain(text: string): void {
    if (tally.violations.length < VIOLATIONS_MAX) tally.violations.push(text);
  }

  return {
    tally,
    random,
    call,
    complain,
    /** Requests sent so far. */
    calls: () => calls,
    /** The reply, counted under `name`. A status other than `expected` or 429 is a violation. */
    async send(name: string, path: string, init: RequestInit = {}, expected: readonly number[] = [200]) {
      const response = await call(path, init);
      const { status } = response;
      const text = await response.text();
      const isJson = /json/.test(response.headers.get('content-type') ?? '');
      // biome-ignore lint/suspicious/noExplicitAny: whoever asked knows what was promised
      const body: any = isJson ? JSON.parse(text) : text;
      const code: string | undefined = status < 400 ? undefined : body.code;
      countUp(tally.outcomes, [name, status, code].filter(Boolean).join(' '));
      if (status >= 500) countUp(tally.serverErrors, `${status} ${code}`);
      if (!expected.includes(status) && status !== 429)
        complain(`${name} was answered by ${status}: ${text.slice(0, BODY_SHOWN)}`);
      return { status, body };
    },
  };
}

/** Sent twice with these headers, a request is done once: keys belong to an address. */
export function keyed(key: string): Record<string, string> {
  return { 'idempotency-key': key, 'x-forwarded-for': '10.0.3.1' };
}

export function countUp(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
