import type { Context } from 'aws-lambda';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { runDueJobs } from '#shared/platform/use-cases/run-due-jobs.ts';
import {
  afterFile,
  copyKey,
  copyName,
  type ExportedMedia,
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

/** Media files that S3 copies at the same time. The reserve of a run is longer than the limit of one copy. */
const COPIES_AT_ONCE = 5;

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
  readonly files: Pick<ExportFiles, 'put' | 'copy'>;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Writes the files of pending exports (docs/specification.md#exporting-a-workspace), one after the other, and copies media files
 * within the bucket. The progress is stored after each NDJSON file, and files that no stored progress refers to expire, so a run may
 * stop at any point.
 */
export function createHandler({ jobs, records, files, clock, log }: Dependencies) {
  return async (
    _event: unknown,
    context: Pick<Context, 'getRemainingTimeInMillis' | 'awsRequestId'>,
  ): Promise<void> => {
    const { awsRequestId } = context;
    const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
    const pending = await jobs.readPending();
    await runDueJobs({
      jobs: pending.map((exported) => ({
        about: aboutOf(exported),
        run: () => writeFiles(exported, awsRequestId, hasTime),
      })),
      late: pending.filter((exported) => isExportLate(exported, clock())).map(aboutOf),
      messages: { late: LATE, failed: FAILED },
      hasTime,
      log,
    });
  };

  async function writeFiles(exported: WorkspaceExport, run: string, hasTime: () => boolean): Promise<void> {
    let current: WorkspaceExport | undefined = exported;
    while (current && current.state !== 'completed' && hasTime())
      current = await writeFile(current, run, hasTime);
    if (current?.state === 'completed')
      log.info(EXPORTED, { ...aboutOf(exported), files: current.files.length });
  }

  /** Returns the export after its next file; undefined if another run was first. */
  async function writeFile(
    exported: WorkspaceExport,
    run: string,
    hasTime: () => boolean,
  ): Promise<WorkspaceExport | undefined> {
    const { part } = exported;
    if (part === null) return undefined;
    const { lines, after } =
      part === 'media-files' ? await copyMedia(exported, hasTime) : await readRecords(exported, part);
    const name = fileName(exported);
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const file = { name, run, records: lines.length, bytes: Buffer.byteLength(text) };
    await files.put(fileKey(exported, file), text);
    const next = afterFile(exported, file, after, clock());
    return (await jobs.advance(exported, next)) ? next : undefined;
  }

  async function readRecords(
    { workspaceId, after: from, createdAt }: WorkspaceExport,
    part: Exclude<WorkspaceExport['part'], 'media-files' | null>,
  ) {
    const lines: unknown[] = [];
    let after = from;
    do {
      const page = await records.read(workspaceId, part, after, createdAt);
      lines.push(...page.records);
      ({ after } = page);
    } while (after !== null && lines.length < RECORDS_PER_FILE);
    return { lines, after };
  }

  /** Copies media files until a page of them ends, or the time of the run. The first copies never depend on the time. */
  async function copyMedia(exported: WorkspaceExport, hasTime: () => boolean) {
    const page = await records.readMedia(exported.workspaceId, exported.after);
    const lines: unknown[] = [];
    for (let at = 0; at < page.media.length; at += COPIES_AT_ONCE) {
      const done = page.media[at - 1];
      if (done && !hasTime()) return { lines, after: String(done.id) };
      const media = page.media.slice(at, at + COPIES_AT_ONCE);
      const copies = await Promise.all(media.map((one) => copyOne(exported, one)));
      lines.push(...copies.flat());
    }
    return { lines, after: page.after };
  }

  /** The line of the copy in the list of media files; none if the file was deleted meanwhile. */
  async function copyOne(exported: WorkspaceExport, media: ExportedMedia): Promise<unknown[]> {
    const file = copyName(media);
    if (!(await files.copy(media.objectKey, copyKey(exported, file)))) return [];
    const { id, name, mimeType, size } = media;
    return [{ media_id: id, name, mime_type: mimeType, bytes: size, file }];
  }
}

function aboutOf({ id, workspaceId }: WorkspaceExport) {
  return { export_id: id, workspace_id: workspaceId };
}
