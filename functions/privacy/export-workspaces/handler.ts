import type { Context } from 'aws-lambda';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { runDueJobs } from '#shared/platform/use-cases/run-due-jobs.ts';
import { copyKey, fileKey } from '#shared/privacy/domain/export-keys.ts';
import {
  afterFile,
  atTurn,
  copyName,
  type ExportedMedia,
  fileName,
  isExportLate,
  isUnfinished,
  type WorkspaceExport,
} from '#shared/privacy/domain/workspace-export.ts';
import type {
  ExportedRecords,
  ExportFiles,
  WorkspaceExportJobs,
} from '#shared/privacy/ports/workspace-exports.ts';

/** A run ends this long before the timeout of the function, in milliseconds. */
const RESERVE_MS = 20_000;

/**
 * A file ends with the read that reaches this number of bytes. A run holds one file in its memory of 512 MB.
 */
const FILE_BYTES = 8 * 1024 * 1024;

/** The shortest turn of an export, in milliseconds. */
const TURN_MS = 5000;

/** Media files that S3 copies at the same time. One copy takes less than `RESERVE_MS`, so a run can complete the copies that it began. */
const COPIES_AT_ONCE = 5;

const EXPORTED = { code: 'WORKSPACE_EXPORTED', message: 'An export of a workspace is complete' };
const FAILED = {
  code: 'WORKSPACE_EXPORT_FAILED',
  message: 'A turn of an export failed; a later turn continues after the last file',
};
const ENDED_EARLY = {
  code: 'WORKSPACE_EXPORT_ENDED_EARLY',
  message: 'An export ended with the state failed and will not be continued',
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
 * Writes the files of pending exports (docs/specification/workspaces.md#exporting-a-workspace) and copies media files within the bucket. The
 * exports take turns, so a large one does not delay the others. The progress is stored after each NDJSON file, and files that no
 * stored progress refers to expire, so a run may stop at any point.
 */
export function createHandler({ jobs, records, files, clock, log }: Dependencies) {
  return async (
    _event: unknown,
    context: Pick<Context, 'getRemainingTimeInMillis' | 'awsRequestId'>,
  ): Promise<void> => {
    const { awsRequestId } = context;
    const remaining = () => context.getRemainingTimeInMillis() - RESERVE_MS;
    const pending = await jobs.readPending(clock());
    await runDueJobs({
      jobs: pending.map((exported, index) => ({
        about: aboutOf(exported),
        run: () => runTurn(exported, awsRequestId, turnOf(pending.length - index)),
      })),
      late: pending.filter((exported) => isExportLate(exported, clock())).map(aboutOf),
      messages: { late: LATE, failed: FAILED },
      hasTime: () => remaining() > 0,
      log,
    });

    /** Begins a turn and returns whether it still lasts. Exports without a turn in this run share the remaining time equally. */
    function turnOf(exports: number): () => boolean {
      const now = remaining();
      const end = Math.max(0, now - Math.max(TURN_MS, now / exports));
      return () => remaining() > end;
    }
  };

  /** Writes files until the turn ends, at least one. The attempt is counted before it is made. */
  async function runTurn(pending: WorkspaceExport, run: string, hasTurn: () => boolean): Promise<void> {
    let current: WorkspaceExport | undefined = atTurn(pending, clock());
    if (!(await jobs.advance(pending, current))) return;
    do {
      if (isUnfinished(current)) current = await writeFile(current, run, hasTurn);
    } while (current && isUnfinished(current) && hasTurn());
    if (!current) return;
    const { state, failure } = current;
    const about = { ...aboutOf(current), files: current.files.length };
    if (state === 'completed') log.info(EXPORTED, about);
    if (state === 'failed') log.error(ENDED_EARLY, { ...about, failure });
  }

  /** Returns the export after its next file; undefined if another run was first. */
  async function writeFile(
    exported: WorkspaceExport,
    run: string,
    hasTurn: () => boolean,
  ): Promise<WorkspaceExport | undefined> {
    const { part } = exported;
    if (part === null) return undefined;
    const { lines, after } =
      part === 'media-files'
        ? await copyMedia(exported, hasTurn)
        : await readRecords(exported, part, hasTurn);
    const name = fileName(exported);
    const content = Buffer.concat(lines);
    const file = { name, run, records: lines.length, bytes: content.byteLength };
    await files.put(fileKey(exported, file), content);
    const next = afterFile(exported, file, after, clock());
    return (await jobs.advance(exported, next)) ? next : undefined;
  }

  /** Reads records until the file is large enough or the turn ends; the first read never depends on the time. */
  async function readRecords(
    { workspaceId, after: from, createdAt }: WorkspaceExport,
    part: Exclude<WorkspaceExport['part'], 'media-files' | null>,
    hasTurn: () => boolean,
  ) {
    const lines: Uint8Array[] = [];
    let bytes = 0;
    let after = from;
    do {
      const page = await records.read(workspaceId, part, after, createdAt);
      // Encoded at once: the records and their text can be released before the next read.
      for (const record of page.records) bytes += lines[lines.push(lineOf(record)) - 1]?.byteLength ?? 0;
      ({ after } = page);
    } while (after !== null && bytes < FILE_BYTES && hasTurn());
    return { lines, after };
  }

  /** Copies the media files of one page, or fewer if the turn ends. The first copies never depend on the time. */
  async function copyMedia(exported: WorkspaceExport, hasTurn: () => boolean) {
    const page = await records.readMedia(exported.workspaceId, exported.after);
    const lines: Uint8Array[] = [];
    for (let at = 0; at < page.media.length; at += COPIES_AT_ONCE) {
      const done = page.media[at - 1];
      if (done && !hasTurn()) return { lines, after: String(done.id) };
      const media = page.media.slice(at, at + COPIES_AT_ONCE);
      const copies = await Promise.all(media.map((one) => copyOne(exported, one)));
      lines.push(...copies.flat().map(lineOf));
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

function lineOf(record: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(record)}\n`);
}

function aboutOf({ id, workspaceId }: WorkspaceExport) {
  return { export_id: id, workspace_id: workspaceId };
}
