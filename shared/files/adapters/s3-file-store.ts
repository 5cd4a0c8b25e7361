import { READ_VALID_MS, UPLOAD_VALID_MS } from '#shared/files/domain/media.ts';
import type { FileStore } from '#shared/files/ports/media-store.ts';
import { createS3Requests, rejectResponse, type S3Request } from '#shared/platform/adapters/s3-requests.ts';
import type { FileSettings } from '#shared/platform/runtime/file-settings.ts';
import { storeInParts } from './store-in-parts.ts';

/**
 * Timeouts of one attempt in milliseconds. Requests without file contents are quick; copying or reading may involve 200 MB.
 * S3 copies within a region at 50 MB a second and more, so 20 s are five times what the largest file needs. All attempts of
 * one copy together have only these 20 s, because the function has 28 s.
 */
const LIMIT_MS = { small: 2000, copy: 20_000, whole: 30_000 };

/** The media bucket. A presigned URL expires early if the credentials that signed it expire. */
export function createS3FileStore(settings: FileSettings): FileStore {
  const s3 = createS3Requests(settings);

  return {
    async presignUpload({ key, mimeType, size }, now) {
      const headers = { 'Content-Type': mimeType, 'Content-Length': String(size) };
      const url = await s3.presign({ method: 'PUT', key, headers }, now, UPLOAD_VALID_MS);
      return { method: 'PUT', url, headers, expiresAt: new Date(now.getTime() + UPLOAD_VALID_MS) };
    },

    presignRead: (key, now) => s3.presign({ method: 'GET', key }, now, READ_VALID_MS),

    async inspect(key, length) {
      const request: S3Request = { method: 'GET', key, headers: { Range: `bytes=0-${length - 1}` } };
      return s3.send(request, LIMIT_MS.small, (response) => {
        if (response.status === 404) return undefined;
        // An empty file satisfies no range.
        if (response.status === 416) return { size: 0, start: new Uint8Array(), version: '' };
        if (response.status !== 206) return rejectResponse(response);
        const [, size = ''] = response.headers['content-range']?.split('/') ?? [];
        const version = response.headers['etag'] ?? '';
        return { size: Number(size), start: bytesOf(response.body), version };
      });
    },

    async copy({ key, version }, to) {
      const headers = {
        'x-amz-copy-source': `/${settings.MEDIA_BUCKET}/${key}`,
        'x-amz-copy-source-if-match': version,
      };
      const request: S3Request = { method: 'PUT', key: to, headers, withinMs: LIMIT_MS.copy };
      return s3.send(request, LIMIT_MS.copy, (response) => {
        if (response.status === 404 || response.status === 412) return false;
        if (response.status !== 200) return rejectResponse(response);
        // S3 sends status 200 before the copy is complete, so a failure arrives in the body.
        if (response.body.includes('<CopyObjectResult')) return true;
        throw new Error('S3 could not complete the copy');
      });
    },

    store: (file, body) => storeInParts(s3, file, body),

    async read(key) {
      return s3.send({ method: 'GET', key }, LIMIT_MS.whole, (response) => {
        if (response.status !== 200) return rejectResponse(response);
        return bytesOf(response.body);
      });
    },

    async remove(key) {
      await s3.send({ method: 'DELETE', key }, LIMIT_MS.small, (response) => {
        if (response.status !== 204) rejectResponse(response);
      });
    },
  };
}

/** The bytes of a buffer without a copy: a video has up to 200 MB. */
function bytesOf({ buffer, byteOffset, byteLength }: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
