import type { Logger } from '../../ports/logger.ts';

/**
 * Wraps a port to log a debug line for every call: method, start, duration and failure, under the caller's correlation
 * id. A call that yields items is logged when its reader has ended. Free when debug lines are off: the port itself is
 * returned.
 *
 * @param now Monotonic milliseconds.
 */
export function traced<T extends object>(
  port: T,
  { name, logger, now }: { name: string; logger: Logger; now: () => number },
): T {
  if (!logger.enabled('debug')) return port;
  return new Proxy(port, {
    get(target, property) {
      const member = Reflect.get(target, property, target);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => {
        const startedAt = now();
        const log = (outcome: 'ok' | 'failed') =>
          logger.debug('store call', {
            store: name,
            call: String(property),
            outcome,
            started_ms: Math.round(startedAt * 1000) / 1000,
            duration_ms: Math.round((now() - startedAt) * 1000) / 1000,
          });
        try {
          const result: unknown = Reflect.apply(member, target, values);
          if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
            return timed(result as AsyncIterable<unknown>, log);
          if (!(result instanceof Promise)) return result;
          result.then(
            () => log('ok'),
            () => log('failed'),
          );
          return result;
        } catch (error) {
          log('failed');
          throw error;
        }
      };
    },
  });
}

async function* timed(items: AsyncIterable<unknown>, log: (outcome: 'ok' | 'failed') => void) {
  let outcome: 'ok' | 'failed' = 'ok';
  try {
    yield* items;
  } catch (error) {
    outcome = 'failed';
    throw error;
  } finally {
    log(outcome);
  }
}
