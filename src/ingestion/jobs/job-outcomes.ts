import { isRefusal } from '../../errors.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { IngestJob, JobOutcome } from '../../ports/ingest-jobs.ts';

export type JobOutcomes = ReturnType<typeof createJobOutcomes>;

/**
 * Writes how jobs end. An outcome that a full disk delays stays pending, so that the delay does not cost an attempt.
 *
 * @param parts.onFailed Awaited after each ingest that has failed permanently.
 * @param parts.onLate Called with each pending outcome once it is written.
 */
export function createJobOutcomes(parts: {
  documentStore: Pick<DocumentStore, 'finish'>;
  onFailed: (docId: string) => Promise<void>;
  onLate: (job: IngestJob, outcome: JobOutcome) => void;
}) {
  const { documentStore, onFailed, onLate } = parts;
  /** At most one for each worker, as none claims a job before this is empty. */
  const pending = new Map<IngestJob, JobOutcome>();

  /**
   * @returns Whether the job still held its lease.
   * @throws When the outcome cannot be written; when the disk is full, `writePending` writes it later.
   */
  async function write(job: IngestJob, outcome: JobOutcome): Promise<boolean> {
    try {
      const isOurs = await documentStore.finish(job, outcome);
      pending.delete(job);
      if (isOurs && outcome.status === 'failed') await onFailed(job.docId);
      return isOurs;
    } catch (error) {
      if (isRefusal(error, 'disk_full')) pending.set(job, outcome);
      else pending.delete(job);
      throw error;
    }
  }

  return {
    write,
    /**
     * Await it before each claim, which could otherwise claim a job with a pending outcome again, and count an attempt.
     *
     * @throws {RefusedError} `disk_full` while the disk is still full.
     */
    async writePending() {
      for (const [job, outcome] of [...pending]) if (await write(job, outcome)) onLate(job, outcome);
    },
  };
}
