import {
  afterLine,
  atRun,
  completedImport,
  type ContactImport,
  continuedImport,
  failedImport,
  IMPORT_LIMITS,
  importFileKey,
  ImportMovedError,
  isInProgress,
} from '#shared/messaging/domain/contact-import.ts';
import type { ContactImportJobs, ImportFiles } from '#shared/messaging/ports/contact-imports.ts';
import { FileChangedError, readFileLines } from '#shared/messaging/use-cases/read-file-lines.ts';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { type MessageMetadata, RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { createLineImport, type LineDependencies } from './import-line.ts';
import { createProgress } from './progress.ts';

/** The length of a run in milliseconds; a new message then continues, so that one workspace does not delay the others. */
const RUN_MS = 20_000;

const OUTDATED = { code: 'IMPORT_OUTDATED', message: 'Job is outdated; nothing to do' };
const STEP = { code: 'IMPORT_STEP', message: 'Lines of an import are processed' };
const ENDED_EARLY = {
  code: 'IMPORT_ENDED_EARLY',
  message: 'An import ended with the state failed and will not be continued',
};
const OVERTAKEN = { code: 'IMPORT_OVERTAKEN', message: 'Another run has processed the lines; nothing to do' };

export type Dependencies = LineDependencies & {
  readonly imports: ContactImportJobs;
  readonly files: Pick<ImportFiles, 'read' | 'remove'>;
  readonly log: Log;
};

/**
 * Processes lines of an import for 20 seconds and plans the next run. The transaction that writes the contact of a line also moves the
 * import past the line. A run that is repeated, or killed at any point, therefore applies each line once.
 */
export function createHandler({ imports, files, log, ...deps }: Dependencies) {
  const { clock } = deps;

  return async (job: ScheduledJob, { messageId }: Pick<MessageMetadata, 'messageId'>): Promise<void> => {
    const { workspaceId, id, seq } = job;
    const about = { workspace_id: workspaceId, import_id: id };
    const now = clock();
    const found = await imports.find(workspaceId, id);
    const timing = jobTiming(found?.due, job, now);
    // SQS delivers the message again after its visibility timeout. If that is still too early, the sweep finds the import later.
    if (timing === 'early') throw new RetryMessageError('The import is not due yet');
    if (!found || timing === 'outdated') return log.info(OUTDATED, { ...about, seq });
    try {
      const ended = await run(found, messageId, now);
      const { state, failure, lines } = ended;
      log.info(STEP, { ...about, state, failure, lines });
      // The other failures are those of the file, which the customer sees.
      if (failure === 'attempts_exhausted') log.error(ENDED_EARLY, { ...about, lines });
      // If the run stops here, the file expires.
      if (!isInProgress(ended)) await files.remove(importFileKey(ended));
    } catch (error) {
      if (!(error instanceof ImportMovedError)) throw error;
      log.info(OVERTAKEN, about);
    }
  };

  /** Returns the import as the run has stored it last. @throws ImportMovedError */
  async function run(found: ContactImport, messageId: string, now: Date): Promise<ContactImport> {
    const progress = createProgress(imports, found);
    await progress.store(atRun(found, now));
    if (!isInProgress(progress.current())) return progress.current();
    const importLine = createLineImport(deps, progress, messageId);
    const end = now.getTime() + RUN_MS;
    try {
      for await (const line of readFileLines(files, progress.current())) {
        if (progress.current().lines >= IMPORT_LIMITS.lines)
          return await progress.store(failedImport(progress.current(), 'too_many_lines', clock()));
        const outcome = await importLine(line);
        if (outcome !== 'stored')
          await progress.note(afterLine(progress.current(), outcome.kind, line.end), outcome);
        if (clock().getTime() >= end) break;
      }
    } catch (error) {
      if (!(error instanceof FileChangedError)) throw error;
      return progress.store(failedImport(progress.current(), 'file_changed', clock()));
    }
    const current = progress.current();
    const isDone = current.offset >= current.size;
    return progress.store(isDone ? completedImport(current, clock()) : continuedImport(current, clock()));
  }
}
