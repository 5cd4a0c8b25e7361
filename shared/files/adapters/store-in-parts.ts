import type { StoredFile } from '#shared/files/ports/media-store.ts';
import { rejectResponse, type S3Request, type S3Requests } from '#shared/platform/adapters/s3-requests.ts';

type Body = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Size of a part in bytes. S3 requires at least 5 MiB for each part but the last. */
const PART_BYTES = 8_388_608;

/** Timeout of one attempt to send a part, in milliseconds. Only these requests have a body of this size. */
const LIMIT_MS = { part: 20_000, small: 5000 };

/**
 * Stores a body whose size is not known, part by part. A body that fits into one part is stored by one request. If the process is
 * killed, S3 deletes the parts after a day, by a lifecycle rule of the bucket.
 */
export async function storeInParts(
  s3: S3Requests,
  { key, mimeType }: { readonly key: string; readonly mimeType: string },
  body: Body,
): Promise<StoredFile> {
  const headers = { 'Content-Type': mimeType };
  const parts = inParts(body);
  const first = (await parts.next()).value ?? new Uint8Array();
  if (first.length < PART_BYTES)
    return { size: first.length, version: await put({ method: 'PUT', key, headers, body: first }) };

  const uploadId = await begin(headers);
  try {
    let size = first.length;
    const versions = [await putPart(first, 1)];
    for await (const part of parts) {
      size += part.length;
      versions.push(await putPart(part, versions.length + 1));
    }
    return { size, version: await complete(versions) };
  } catch (error) {
    // If this request also fails, the lifecycle rule deletes the parts.
    await abort().catch(() => undefined);
    throw error;
  }

  function put(request: S3Request): Promise<string> {
    return s3.send(request, LIMIT_MS.part, (response) => {
      if (response.status !== 200) return rejectResponse(response);
      return response.headers['etag'] ?? '';
    });
  }

  function putPart(part: Uint8Array<ArrayBuffer>, partNumber: number): Promise<string> {
    return put({ method: 'PUT', key, query: { partNumber: String(partNumber), uploadId }, body: part });
  }

  function begin(typed: Readonly<Record<string, string>>): Promise<string> {
    const request: S3Request = { method: 'POST', key, query: { uploads: '' }, headers: typed };
    return s3.send(request, LIMIT_MS.small, (response) => {
      const found = /<UploadId>([^<]+)<\/UploadId>/u.exec(response.body.toString())?.[1];
      return response.status === 200 && found !== undefined ? found : rejectResponse(response);
    });
  }

  function complete(versions: readonly string[]): Promise<string> {
    const listed = versions.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const document = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`;
    const request: S3Request = { method: 'POST', key, query: { uploadId }, body: bytesOf(document) };
    return s3.send(request, LIMIT_MS.part, (response) => {
      // S3 sends status 200 before the object is complete, so a failure arrives in the body.
      const version = /<ETag>(?:&quot;|&#34;|")?([\w-]+)/u.exec(response.body.toString())?.[1];
      return response.status === 200 && version !== undefined ? `"${version}"` : rejectResponse(response);
    });
  }

  function abort(): Promise<void> {
    const request: S3Request = { method: 'DELETE', key, query: { uploadId } };
    return s3.send(request, LIMIT_MS.small, () => undefined);
  }
}

/** The body in parts of `PART_BYTES`; the last part can be shorter. */
async function* inParts(body: Body): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.subarray(at, at + PART_BYTES - filled);
      part.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < PART_BYTES) continue;
      yield part;
      part = new Uint8Array(PART_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
  return undefined;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text));
}
