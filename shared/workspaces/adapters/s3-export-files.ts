import { createS3Requests, rejectResponse } from '#shared/platform/adapters/s3-requests.ts';
import type { FileSettings } from '#shared/platform/runtime/file-settings.ts';
import { EXPORT_URL_MS } from '#shared/workspaces/domain/workspace-export.ts';
import type { ExportFiles } from '#shared/workspaces/ports/workspace-exports.ts';

/** Timeout of one attempt to store a file, in milliseconds. */
const LIMIT_MS = 10_000;

/** Exports in the media bucket, under a prefix that expires. */
export function createS3ExportFiles(settings: FileSettings): ExportFiles {
  const s3 = createS3Requests(settings);
  return {
    async put(key, text) {
      const body = new TextEncoder().encode(text);
      const headers = { 'Content-Type': 'application/x-ndjson' };
      await s3.send({ method: 'PUT', key, headers, body }, LIMIT_MS, async (response) => {
        if (response.status !== 200) await rejectResponse(response);
      });
    },

    presignRead: (key, now) => s3.presign({ method: 'GET', key }, now, EXPORT_URL_MS),
  };
}
