import { asError } from '../errors.ts';
import type { AccessStore, AuditEntry } from '../ports/access-store.ts';
import type { Logger } from '../ports/logger.ts';

const DAY_MS = 86_400_000;
const FORGET_EVERY_MS = 3_600_000;

export type AuditLog = ReturnType<typeof createAuditLog>;

/**
 * Who deleted documents, decided on answers, and made or revoked keys. Disposing of it ends its upkeep.
 *
 * @param parts.days Days after which an entry is deleted; 0: never.
 */
export function createAuditLog(parts: {
  store: Pick<AccessStore, 'addAudit' | 'audit' | 'forgetAudit'>;
  days: number;
  logger: Logger;
  now: () => number;
}) {
  const { store, days, logger, now } = parts;

  async function forget(): Promise<void> {
    try {
      await store.forgetAudit(now() - days * DAY_MS);
    } catch (error) {
      logger.warn('Old entries of the audit log could not be deleted', { error: asError(error) });
    }
  }

  const upkeep = days > 0 ? setInterval(forget, FORGET_EVERY_MS).unref() : undefined;
  if (upkeep) void forget();

  return {
    /** What is recorded is durable. */
    record: (entry: Omit<AuditEntry, 'at'>): Promise<void> => store.addAudit({ ...entry, at: now() }),
    list: (page: Parameters<AccessStore['audit']>[0]) => store.audit(page),
    [Symbol.dispose]: () => clearInterval(upkeep),
  };
}
