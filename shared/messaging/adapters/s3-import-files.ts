import { IMPORT_UPLOAD_MS } from '#shared/messaging/domain/contact-import.ts';
import type { ImportFiles } from '#shared/messaging/ports/contact-imports.ts';
import { createS3Requests, rejectResponse, type S3Request } from '#shared/platform/adapters/s3-requests.ts';
import type { FileSettings } from '#shared/platform/runtime/file-settings.ts';

/** Timeout of one attempt in milliseconds. */
const LIMIT_MS = 5000;

/** Files of imports in the media bucket, under a prefix that expires. */
export function createS3ImportFiles(settings: FileSettings): ImportFiles {
  const s3 = createS3Requests(settings);
  return {
    async presignUpload(key, size, now) {
      const headers = { 'Content-Type': 'application/x-ndjson', 'Content-Length': String(size) };
      const url = await s3.presign({ method: 'PUT', key, headers }, now, IMPORT_UPLOAD_MS);
      return { method: 'PUT', url, headers, expiresAt: new Date(now.getTime() + IMPORT_UPLOAD_MS) };
    },

    async read(key, offset, length) {
      const headers = { Range: `bytes=${offset}-${offset + length - 1}` };
      const request: S3Request = { method: 'GET', key, headers };
      return s3.send(request, LIMIT_MS, (response) => {
        if (response.status === 404) return undefined;
        const version = response.headers['etag'] ?? '';
        // The offset is the end of the file, or the file is empty.
        if (response.status === 416) return { bytes: new Uint8Array(), size: offset, version };
        if (response.status !== 206) return rejectResponse(response);
        const [, size = ''] = response.headers['content-range']?.split('/') ?? [];
        return { bytes: new Uint8Array(response.body), size: Number(size), version };
      });
    },

    async remove(key) {
      await s3.send({ method: 'DELETE', key }, LIMIT_MS, (response) => {
        if (response.status !== 204) rejectResponse(response);
      });
    },
  };
}
