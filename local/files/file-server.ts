import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AwsError } from '#local/aws/aws-error.ts';
import { corsHeaders, isPreflight } from '#local/gateway/cors.ts';
import { listen, stopServer } from '#local/listen.ts';
import type { BucketDescription } from '#local/template/platform.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { isPartial, openMultipartUploads } from './multipart-uploads.ts';
import { requireSignature } from './presigned-request.ts';
import { openStoredFiles, type StoredFile, type StoredFiles } from './stored-files.ts';

export type FileServer = {
  /** The value of `AWS_ENDPOINT_URL_S3` and the base of presigned URLs. */
  readonly address: string;
  /** Starts to serve these buckets and to delete expired objects. */
  openBuckets(buckets: readonly BucketDescription[]): Promise<void>;
  stop(): Promise<void>;
};

type Bucket = { readonly description: BucketDescription; readonly files: StoredFiles };

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * The part of S3 that the platform uses, in path style, on top of files in a directory: PUT, uploads in parts, copy, GET with a range,
 * HEAD, DELETE and the list of versions, all presigned. Each object has one version: a replaced one is gone at once. Bodies are streamed to disk, so that a video of 200 MB needs no memory. fauxqs accepts only 11 MB
 * and checks no signatures.
 */
export async function startFileServer(options: {
  readonly directory: string;
  readonly now: () => number;
}): Promise<FileServer> {
  const { directory, now } = options;
  const buckets = new Map<string, Bucket>();
  const uploads = openMultipartUploads(join(directory, 'parts'));

  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => fail(request, response, error));
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, name = '', ...rest] = url.pathname.split('/');
    const key = decoded(rest.join('/'));
    const bucket = buckets.get(name);
    const cors = corsRequest(request);
    for (const [header, value] of Object.entries(corsHeaders(bucket?.description.cors, cors)))
      response.setHeader(header, value);
    if (isPreflight(cors)) return void response.writeHead(200).end();
    const { method = 'GET', headers } = request;
    await requireSignature({ method, url, headers }, now());
    if (!bucket) throw new AwsError('NoSuchBucket', 'The specified bucket does not exist', 404);
    const { files } = bucket;
    if (isPartial(method, url.searchParams))
      return uploads.serve(request, response, { files, key, url }, now());
    if (method === 'PUT') {
      const source = headers['x-amz-copy-source'];
      if (source === undefined) return put(request, response, files, key);
      const { etag } = await files.copy(sourceOf(String(source), headers), key, now());
      const body = `${XML}<CopyObjectResult><ETag>${etag}</ETag></CopyObjectResult>`;
      return void response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
    }
    if (method === 'DELETE') {
      const version = url.searchParams.get('versionId');
      // The file of another version was replaced, and is gone already.
      if (version === null || version === files.find(key)?.data) await files.remove(key);
      return void response.writeHead(204).end();
    }
    if (method === 'GET' && key === '' && url.searchParams.has('versions'))
      return listVersions(response, files, url.searchParams);
    if (method === 'GET' || method === 'HEAD')
      return give(request, response, files, required(files.find(key)));
    throw new AwsError('MethodNotAllowed', 'The specified method is not allowed here.', 405);
  }

  async function put(
    request: IncomingMessage,
    response: ServerResponse,
    files: StoredFiles,
    key: string,
  ): Promise<void> {
    if (request.headers['content-length'] === undefined)
      throw new AwsError('MissingContentLength', 'You must provide the Content-Length HTTP header.', 411);
    const type = request.headers['content-type'] ?? 'binary/octet-stream';
    const { etag } = await files.put(key, type, request, now());
    response.writeHead(200, { etag }).end();
  }

  /** The source of a copy, if it still has the version of the request. */
  function sourceOf(source: string, headers: IncomingMessage['headers']): StoredFile {
    const [, name = '', ...rest] = decoded(source).split('/');
    const found = required(buckets.get(name)?.files.find(rest.join('/')));
    const version = headers['x-amz-copy-source-if-match'];
    if (version === undefined || version === found.etag) return found;
    throw new AwsError('PreconditionFailed', 'At least one of the pre-conditions did not hold', 412);
  }

  const port = await listen(server);
  return {
    address: `http://127.0.0.1:${port}`,

    async openBuckets(descriptions) {
      for (const description of descriptions) {
        const files = openStoredFiles(join(directory, description.name));
        for (const { prefix, days } of description.expiries)
          await files.expire(prefix, now() - days * DAY_MS);
        buckets.set(description.name, { description, files });
      }
    },

    stop: () => stopServer(server),
  };
}

/** One version per object, identified by the name of the file with its bytes. */
function listVersions(response: ServerResponse, files: StoredFiles, query: URLSearchParams): void {
  const limit = Number(query.get('max-keys') ?? 1000);
  const found = files.list(query.get('prefix') ?? '', limit + 1, query.get('key-marker') ?? '');
  const versions = found.slice(0, limit).map(({ key, data, storedAt }) => {
    const times = `<IsLatest>true</IsLatest><LastModified>${new Date(storedAt).toISOString()}</LastModified>`;
    return `<Version><Key>${escape(key)}</Key><VersionId>${data}</VersionId>${times}</Version>`;
  });
  const truncated = `<IsTruncated>${found.length > limit}</IsTruncated>`;
  const body = `${XML}<ListVersionsResult>${truncated}${versions.join('')}</ListVersionsResult>`;
  response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
}

async function give(
  request: IncomingMessage,
  response: ServerResponse,
  files: StoredFiles,
  file: StoredFile,
): Promise<void> {
  const range = rangeOf(request.headers.range, file.size);
  const headers = {
    'content-type': file.type,
    'content-length': range ? range.end - range.start + 1 : file.size,
    etag: file.etag,
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${file.size}` } : {}),
  };
  response.writeHead(range ? 206 : 200, headers);
  if (request.method === 'HEAD') response.end();
  else await pipeline(files.read(file, range), response);
}

function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/u.exec(header ?? '') ?? [];
  if (first === undefined) return undefined;
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start <= end) return { start, end };
  throw new AwsError('InvalidRange', 'The requested range is not satisfiable', 416);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new AwsError('InvalidURI', "Couldn't parse the specified URI.", 400);
  }
}

function required(file: StoredFile | undefined): StoredFile {
  if (file) return file;
  throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
}

function corsRequest({ method = 'GET', headers }: IncomingMessage) {
  return { method, origin: headers.origin, requestedMethod: headers['access-control-request-method'] };
}

/** Read a rejected request to its end, because a client that is still sending would not receive the error. */
function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  request.resume();
  const { status, code, message } =
    error instanceof AwsError ? error : new AwsError('InternalError', String(error), 500);
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`${XML}<Error><Code>${code}</Code><Message>${escape(message)}</Message></Error>`);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
