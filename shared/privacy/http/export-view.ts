import * as v from 'valibot';
import type { ConditionalPermission } from '#shared/platform/http/operation.ts';
import { count, created, id, timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import {
  EXPORT_FAILURES,
  EXPORT_PERMISSIONS,
  EXPORTED_RESOURCES,
  exportExpiry,
  type ExportFile,
  permissionsFor,
  type WorkspaceExport,
} from '#shared/privacy/domain/workspace-export.ts';

/** An export contains a kind of records only if the key can read it, and only a key that can read it reads the export. */
export const EXPORT_CONDITIONS: readonly ConditionalPermission[] = permissionsFor(EXPORTED_RESOURCES).map(
  (permission) => {
    const kinds = EXPORTED_RESOURCES.filter((kind) => EXPORT_PERMISSIONS[kind].includes(permission));
    return { permission, when: `the export contains ${kinds.map((kind) => `\`${kind}\``).join(' or ')}` };
  },
);

const fileSchema = v.object({
  name: withDescription(v.string(), 'Resource and number of the file, such as `posts-0001.ndjson`'),
  records: withDescription(
    count,
    'Number of lines when the file was written; an erasure of a contact can have removed some since',
  ),
  bytes: withDescription(count, 'Size of the file when it was written'),
  url: withDescription(
    v.string(),
    'Reads the file without an API key, for an hour; every response has new URLs',
  ),
});

const progressFields = {
  state: withDescription(
    v.picklist(['queued', 'running', 'completed', 'failed']),
    '`queued` until the first file is written, `running` until the last one',
  ),
  created_at: created,
  finished_at: withDescription(
    v.nullable(timestamp),
    'When the export ended, completed or failed; otherwise null',
  ),
};

/** An export in responses. */
export const exportSchema = withDescription(
  withTitle(
    'Export',
    v.object({
      id,
      ...progressFields,
      failure_reason: withDescription(
        v.nullable(v.picklist(EXPORT_FAILURES)),
        'Why the export failed, otherwise null. `attempts_exhausted`: no file could be written in 8 attempts; ' +
          '`too_many_files`: the workspace is too large for one export. Use a key that can read fewer kinds of records',
      ),
      expires_at: withDescription(timestamp, 'When the export and its files are deleted: after 7 days'),
      kinds: withDescription(
        v.object({
          included: withDescription(v.array(v.picklist(EXPORTED_RESOURCES)), 'What the export contains'),
          omitted: withDescription(
            v.array(v.picklist(EXPORTED_RESOURCES)),
            'What the export leaves out, because the key that created it could not read it',
          ),
        }),
        'The kinds of records, which are also the first part of the names of files',
      ),
      files: withDescription(v.array(fileSchema), 'The files of a completed export; empty before'),
    }),
  ),
  'An export of the workspace',
);

/** Converts an export to its representation, with a URL for each file. */
export function exportView(
  exported: WorkspaceExport,
  urls: readonly string[],
): v.InferInput<typeof exportSchema> {
  const { state, createdAt, finishedAt, failure, kinds, files } = exported;
  return {
    id: exported.id,
    state,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    failure_reason: failure,
    kinds: {
      included: [...kinds],
      omitted: EXPORTED_RESOURCES.filter((kind) => !kinds.includes(kind)),
    },
    expires_at: exportExpiry(exported).toISOString(),
    files: fileViews(files, urls),
  };
}

/** The files that have URLs. */
function fileViews(files: readonly ExportFile[], urls: readonly string[]) {
  return urls.flatMap((url, index) => {
    const file = files[index];
    return file ? [{ name: file.name, records: file.records, bytes: file.bytes, url }] : [];
  });
}

/** An export of contacts in responses. */
export const contactExportSchema = withDescription(
  withTitle(
    'ContactExport',
    v.object({
      id,
      ...progressFields,
      failure_reason: withDescription(
        v.nullable(v.picklist(EXPORT_FAILURES)),
        'Why the export failed, otherwise null. `attempts_exhausted`: no file could be written in 8 attempts',
      ),
      expires_at: withDescription(timestamp, 'When the export and its files are deleted: after 24 hours'),
      records: withDescription(count, 'Contacts that have been written so far'),
      files: withDescription(v.array(fileSchema), 'The files of a completed export; empty before'),
    }),
  ),
  'An export of the contacts of the workspace',
);

/** Converts an export of contacts to its representation, with a URL for each file. */
export function contactExportView(
  exported: WorkspaceExport,
  urls: readonly string[],
): v.InferInput<typeof contactExportSchema> {
  const { id: exportId, state, createdAt, finishedAt, failure, files } = exported;
  return {
    id: exportId,
    state,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    failure_reason: failure,
    expires_at: exportExpiry(exported).toISOString(),
    records: files.reduce((sum, { records }) => sum + records, 0),
    files: fileViews(files, urls),
  };
}
