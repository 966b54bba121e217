import { untilAborted } from '../../concurrency/deadline.ts';
import { asError, StillLoading } from '../../errors.ts';
import { said } from '../../kernel/said.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Limits } from '../limits.ts';
import { operations, problems } from '../openapi.ts';
import { wordsFor } from '../page-words.ts';
import { problemOf, sendProblem } from '../problems/problem.ts';
import {
  DEPENDENCY_NAMES,
  type Dependencies,
  type DependencyName,
  Health,
  Ready,
} from '../schemas/health.ts';
import type { Scope } from './route-parts.ts';

const operation = operations('health');

export const HEALTH_PATH = '/health';
const RETRY_AFTER_SECONDS = 5;

/** Resolves when the store answers now. */
export type Probe = (signal: AbortSignal) => Promise<void>;

export interface HealthParts {
  readonly probes: Readonly<Record<DependencyName, Probe>>;
  readonly version: string;
  readonly limits: Limits;
  readonly logger: Logger;
}

/**
 * `/health` reports what start-up found, and probes again only while a store is loading; `/ready` probes both stores at
 * every call.
 */
export async function healthRoutes(scope: Scope, parts: HealthParts): Promise<void> {
  const { version } = parts;
  const startedAt = performance.now();

  let atStart = await probeAll(parts);

  scope.get(
    HEALTH_PATH,
    operation({}, 'health', 'Check liveness', {
      description:
        'Shows what the start found and asks no store once all are loaded, so that an outage of one does not get the server restarted.',
      response: { 200: Health },
    }),
    async () => {
      if (namesOf('loading', atStart).length > 0) atStart = await probeAll(parts);
      return {
        status: namesOf('unavailable', atStart).length === 0 ? ('ok' as const) : ('degraded' as const),
        dependencies: atStart,
        version,
        uptime_seconds: Math.floor((performance.now() - startedAt) / 1000),
      };
    },
  );

  scope.get(
    '/ready',
    operation({}, 'ready', 'Check readiness: whether both stores answer', {
      response: { 200: Ready, ...problems(503) },
    }),
    async (request, reply) => {
      const dependencies = await probeAll(parts);
      const down = namesOf('unavailable', dependencies);
      const loading = namesOf('loading', dependencies);
      if (down.length + loading.length === 0) return { status: 'ready' as const, dependencies };
      const words = wordsFor(request.headers['accept-language']);
      const refused = problemOf(
        {
          code: 'store_unavailable',
          dependency: [...down, ...loading].join(' and '),
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
        request.id,
        words,
      );
      const detail = words.t(
        said`${loading.join(' and ')} is still loading. Try again in ${RETRY_AFTER_SECONDS} s.`,
      );
      return sendProblem(reply, {
        ...refused,
        problem: { ...refused.problem, ...(down.length === 0 && { detail }), dependencies },
      });
    },
  );
}

async function probeAll({ probes, limits, logger }: HealthParts): Promise<Dependencies> {
  const states = await Promise.all(
    DEPENDENCY_NAMES.map(async (name) => {
      const fault = await faultOf(probes[name], limits.probeTimeoutMs);
      if (fault instanceof StillLoading) return [name, 'loading'] as const;
      if (fault) logger.warn('A store does not answer', { dependency: name, error: fault });
      return [name, fault ? 'unavailable' : 'ok'] as const;
    }),
  );
  return Object.fromEntries(states) as Dependencies;
}

/** Why the store does not answer within `timeoutMs`, even if the probe ignores its signal. */
async function faultOf(probe: Probe, timeoutMs: number): Promise<Error | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await untilAborted(probe(signal), signal);
    return undefined;
  } catch (error) {
    return signal.aborted ? new Error(`No answer within ${timeoutMs} ms`) : asError(error);
  }
}

function namesOf(state: Dependencies[DependencyName], dependencies: Dependencies): DependencyName[] {
  return DEPENDENCY_NAMES.filter((name) => dependencies[name] === state);
}
