import { createS3Requests, rejectResponse } from '#shared/platform/adapters/s3-requests.ts';
import type { FileSettings } from '#shared/platform/runtime/file-settings.ts';
import { EXPORT_URL_MS } from '#shared/privacy/domain/workspace-export.ts';
import type { ExportFiles } from '#shared/privacy/ports/workspace-exports.ts';

/** Timeout of one attempt to store or read a text, in milliseconds. */
const LIMIT_MS = 10_000;

/**
 * Limit of all attempts to copy a media file, in milliseconds. S3 copies the 200 MB of the largest file in about 4 s, and
 * CopyObject accepts up to 5 GB, so no file needs a copy in parts.
 */
const COPY_MS = 12_000;

/** Exports in the media bucket, under a prefix that expires. */
export function createS3ExportFiles(settings: FileSettings): ExportFiles {
  const s3 = createS3Requests(settings);
  return {
    async put(key, body) {
      const headers = { 'Content-Type': 'application/x-ndjson' };
      await s3.send({ method: 'PUT', key, headers, body }, LIMIT_MS, (response) => {
        if (response.status !== 200) rejectResponse(response);
      });
    },

    read: (key) =>
      s3.send({ method: 'GET', key }, LIMIT_MS, (response) =>
        response.status === 200 ? response.body.toString() : rejectResponse(response),
      ),

    async copy(from, to) {
      const headers = { 'x-amz-copy-source': `/${settings.MEDIA_BUCKET}/${from}` };
      const request = { method: 'PUT', key: to, headers, withinMs: COPY_MS } as const;
      return s3.send(request, COPY_MS, (response) => {
        if (response.status === 404) return false;
        if (response.status !== 200) return rejectResponse(response);
        // S3 sends status 200 before the copy is complete, so a failure arrives in the body.
        if (response.body.includes('<CopyObjectResult')) return true;
        throw new Error('S3 could not complete the copy');
      });
    },

    presignRead: (key, now) => s3.presign({ method: 'GET', key }, now, EXPORT_URL_MS),
  };
}
