import * as v from 'valibot';
import {
  type ContactImport,
  IMPORT_FAILURES,
  IMPORT_STATES,
  importExpiresAt,
  type Rejection,
} from '#shared/messaging/domain/contact-import.ts';
import type { ImportFiles } from '#shared/messaging/ports/contact-imports.ts';
import { count, created, id, timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

/** An import in responses. */
export const importSchema = withDescription(
  withTitle(
    'ContactImport',
    v.object({
      id,
      list: withDescription(
        v.nullable(v.string()),
        'Name of the list to which each line without an error adds its contact; null for an import without a list',
      ),
      state: withDescription(
        v.picklist(IMPORT_STATES),
        '`awaiting_upload` until the import is started, `queued` until its first line is processed, `running` until the last one',
      ),
      failure_reason: withDescription(
        v.nullable(v.picklist(IMPORT_FAILURES)),
        'Why the import failed, otherwise null. `file_changed`: the file was replaced or deleted during the import; `too_many_lines`: the ' +
          'file has more than 1,000,000 lines; `attempts_exhausted`: no line could be processed in 8 attempts. The lines that were processed ' +
          'before are not undone',
      ),
      size: withDescription(count, 'Declared size of the file in bytes'),
      processed_bytes: withDescription(count, 'Bytes of the file that have been processed'),
      lines: withDescription(count, 'Lines that have been processed: the sum of the next five numbers'),
      created: withDescription(count, 'Lines that created a contact'),
      updated: withDescription(count, 'Lines that changed a contact'),
      unchanged: withDescription(count, 'Lines that changed nothing'),
      rejected: withDescription(count, 'Lines that were rejected'),
      duplicates: withDescription(
        count,
        'Lines whose contact an earlier line has added to the list. They change nothing; 0 for an import without a list',
      ),
      rejected_lines: withDescription(
        v.array(
          v.object({
            line: withDescription(count, 'Number of the line in the file, counted from 1'),
            code: withDescription(v.string(), 'Error code, as in the `code` of errors, or `duplicate_line`'),
            detail: withDescription(v.string(), 'What is wrong with the line'),
            pointer: withDescription(
              v.nullable(v.string()),
              'The field of the line, as a JSON Pointer in URI fragment form; null if the error concerns no field',
            ),
          }),
        ),
        'The first 1,000 rejected and duplicate lines, in the order of the file',
      ),
      created_at: created,
      started_at: withDescription(v.nullable(timestamp), 'When the import was started; null before'),
      finished_at: withDescription(
        v.nullable(timestamp),
        'When the import ended, completed or failed; otherwise null',
      ),
      expires_at: withDescription(
        timestamp,
        'When the record of the import is deleted: 7 days after its creation, or 90 days if it has a list',
      ),
    }),
  ),
  'An import of contacts',
);

/** A request that a client sends to the bucket. */
export const importUploadSchema = withDescription(
  withTitle(
    'ContactImportUpload',
    v.object({
      method: withDescription(v.literal('PUT'), 'HTTP method of the upload'),
      url: withDescription(v.string(), 'URL of the upload; it needs no API key'),
      headers: withDescription(v.record(v.string(), v.string()), 'Send exactly these headers'),
      expires_at: withDescription(timestamp, 'Until when the upload can start'),
      max_bytes: withDescription(
        count,
        'Size of the file: the upload must have exactly this number of bytes',
      ),
    }),
  ),
  'How to upload the file',
);

/** Converts an import to its representation. */
export function importView(
  imported: ContactImport,
  rejections: readonly Rejection[],
): v.InferInput<typeof importSchema> {
  const { createdAt, startedAt, finishedAt } = imported;
  return {
    id: imported.id,
    list: imported.list,
    state: imported.state,
    failure_reason: imported.failure,
    size: imported.size,
    processed_bytes: imported.offset,
    lines: imported.lines,
    ...imported.counts,
    rejected_lines: rejections.map(({ line, code, detail, pointer }) => ({ line, code, detail, pointer })),
    created_at: createdAt.toISOString(),
    started_at: startedAt === null ? null : startedAt.toISOString(),
    finished_at: finishedAt === null ? null : finishedAt.toISOString(),
    expires_at: importExpiresAt(imported).toISOString(),
  };
}

/** Converts a presigned upload to its representation. */
export function importUploadView(
  { method, url, headers, expiresAt }: Awaited<ReturnType<ImportFiles['presignUpload']>>,
  size: number,
): v.InferInput<typeof importUploadSchema> {
  return { method, url, headers, expires_at: expiresAt.toISOString(), max_bytes: size };
}
