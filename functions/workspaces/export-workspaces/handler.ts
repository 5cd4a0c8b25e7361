import type { Context } from 'aws-lambda';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import {
  afterFile,
  fileKey,
  fileName,
  isExportLate,
  type WorkspaceExport,
} from '#shared/workspaces/domain/workspace-export.ts';
import type {
  ExportedRecords,
  ExportFiles,
  WorkspaceExportJobs,
} from '#shared/workspaces/ports/workspace-exports.ts';

/** A run ends this long before the timeout of the function, in milliseconds. */
const RESERVE_MS = 20_000;

/** Records of one file, at least; a file ends with the read that reaches this number. */
const RECORDS_PER_FILE = 1000;

const EXPORTED = { code: 'WORKSPACE_EXPORTED', message: 'An export of a workspace is complete' };
const FAILED = {
  code: 'WORKSPACE_EXPORT_FAILED',
  message: 'An export failed; the next run continues after the last file',
};
const LATE = {
  code: 'WORKSPACE_EXPORT_LATE',
  message: 'An export is not complete 6 hours after it was requested',
};

export type Dependencies = {
  readonly jobs: WorkspaceExportJobs;
  readonly records: ExportedRecords;
  readonly files: Pick<ExportFiles, 'put'>;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Writes the files of pending exports (docs/specification.md#exporting-a-workspace), one after the other. The progress is stored
 * after each file, and a file that is written again has the same name, so a run may stop at any point.
 */
export function createHandler({ jobs, records, files, clock, log }: Dependencies) {
  return async (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> => {
    const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
    let failed = 0;
    for (const pending of await jobs.readPending()) {
      const about = { export_id: pending.id, workspace_id: pending.workspaceId };
      if (isExportLate(pending, clock())) log.error(LATE, about);
      try {
        let current: WorkspaceExport | undefined = pending;
        while (current && current.state !== 'completed' && hasTime()) current = await writeFile(current);
        if (current?.state === 'completed') log.info(EXPORTED, { ...about, files: current.files.length });
      } catch (error) {
        failed += 1;
        log.error(FAILED, { ...about, ...describeError(error) });
      }
    }
    if (failed > 0) throw new Error('An export failed');
  };

  /** Returns the export after its next file; undefined if another run was first. */
  async function writeFile(exported: WorkspaceExport): Promise<WorkspaceExport | undefined> {
    const { workspaceId, part } = exported;
    if (part === null) return undefined;
    const lines: string[] = [];
    let { after } = exported;
    do {
      const page = await records.read(workspaceId, part, after, exported.createdAt);
      lines.push(...page.records.map((record) => `${JSON.stringify(record)}\n`));
      ({ after } = page);
    } while (after !== null && lines.length < RECORDS_PER_FILE);
    const name = fileName(exported);
    const text = lines.join('');
    await files.put(fileKey(exported, name), text);
    const file = { name, records: lines.length, bytes: Buffer.byteLength(text) };
    const next = afterFile(exported, file, after, clock());
    return (await jobs.advance(exported, next)) ? next : undefined;
  }
}
