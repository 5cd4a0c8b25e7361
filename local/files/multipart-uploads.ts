import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AwsError } from '#local/aws/aws-error.ts';
import { openStoredFiles, type StoredFiles } from './stored-files.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const MIN_PART_BYTES = 5_242_880;

type Target = { readonly files: StoredFiles; readonly key: string; readonly url: URL };
type Upload = { readonly key: string; readonly type: string };

/** Whether a request belongs to an upload in parts. */
export function isPartial(method: string, query: URLSearchParams): boolean {
  return (method !== 'GET' && query.has('uploadId')) || (method === 'POST' && query.has('uploads'));
}

/**
 * Uploads in parts: begin, store a part, complete, abort. The parts are files in a directory of their own, so the object appears when
 * the upload is complete. Uploads that are not completed end with the process.
 */
export function openMultipartUploads(directory: string) {
  const parts = openStoredFiles(directory);
  const uploads = new Map<string, Upload>();

  return {
    async serve(request: IncomingMessage, response: ServerResponse, target: Target, now: number) {
      const { key, url } = target;
      if (url.searchParams.has('uploads')) return begin(request, response, key);
      const id = url.searchParams.get('uploadId') ?? '';
      const upload = uploads.get(id);
      if (upload?.key !== key)
        throw new AwsError('NoSuchUpload', 'The specified multipart upload does not exist.', 404);
      if (request.method === 'PUT') {
        const number = url.searchParams.get('partNumber') ?? '';
        const { etag } = await parts.put(partKey(id, number), upload.type, request, now);
        return void response.writeHead(200, { etag }).end();
      }
      if (request.method === 'POST') return complete(request, response, { ...target, id, upload }, now);
      await discard(id);
      return void response.writeHead(204).end();
    },
  };

  function begin(request: IncomingMessage, response: ServerResponse, key: string): void {
    const id = randomUUID();
    request.resume();
    uploads.set(id, { key, type: request.headers['content-type'] ?? 'binary/octet-stream' });
    const body = `${XML}<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
  }

  async function complete(
    request: IncomingMessage,
    response: ServerResponse,
    { files, key, id, upload }: Target & { readonly id: string; readonly upload: Upload },
    now: number,
  ): Promise<void> {
    const listed = [
      ...(await text(request)).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/gu),
    ];
    const found = listed.map(([, number = '', etag]) => {
      const part = parts.find(partKey(id, number));
      if (!part || part.etag !== etag) throw new AwsError('InvalidPart', 'A part could not be found.', 400);
      return part;
    });
    if (found.slice(0, -1).some(({ size }) => size < MIN_PART_BYTES))
      throw new AwsError('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size.');
    async function* bytes() {
      for (const part of found) yield* parts.read(part);
    }
    const { etag } = await files.put(key, upload.type, Readable.from(bytes()), now);
    await discard(id);
    const body = `${XML}<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
  }

  async function discard(id: string): Promise<void> {
    uploads.delete(id);
    for (const { key } of parts.list(`${id}/`, Number.MAX_SAFE_INTEGER, '')) await parts.remove(key);
  }
}

function partKey(id: string, number: string): string {
  return `${id}/${number}`;
}
