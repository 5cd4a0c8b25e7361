import { createS3Requests, rejectResponse } from '#shared/platform/adapters/s3-requests.ts';
import type { FileSettings } from '#shared/platform/runtime/file-settings.ts';
import { exportPrefixes } from '#shared/privacy/domain/export-keys.ts';
import type { ExportedCopies } from '#shared/privacy/ports/exported-copies.ts';
import { createS3ExportFiles } from './s3-export-files.ts';
import { listVersions, removeVersion, type VersionPosition } from './s3-versions.ts';

/** Timeout of one attempt to read a file of about 8 MB, in milliseconds. */
const LIMIT_MS = 10_000;

/** Versions of one list request. */
const LISTED = 1000;

/** Exports in the media bucket, with the versions of their files. */
export function createS3ExportedCopies(settings: FileSettings): ExportedCopies {
  const s3 = createS3Requests(settings);
  const files = createS3ExportFiles(settings);

  return {
    async *list(workspaceId, after) {
      // Keys of the first prefix sort before those of the second one.
      for (const prefix of exportPrefixes(workspaceId)) {
        const isIn = after?.startsWith(prefix) === true;
        if (after !== undefined && !isIn && after > prefix) continue;
        let position: VersionPosition | undefined = isIn ? { key: after } : undefined;
        do {
          const page = await listVersions(s3, { prefix, limit: LISTED, after: position });
          for (const { lastModified: writtenAt, ...version } of page.versions)
            yield { ...version, writtenAt };
          position = page.readTo;
        } while (position);
      }
    },

    read: (key) =>
      s3.send({ method: 'GET', key }, LIMIT_MS, (response) => {
        if (response.status === 404) return undefined;
        return response.status === 200 ? response.body.toString() : rejectResponse(response);
      }),

    async replace(copy, text) {
      await files.put(copy.key, new TextEncoder().encode(text));
      await removeVersion(s3, copy);
    },

    remove: (copy) => removeVersion(s3, copy),
  };
}
