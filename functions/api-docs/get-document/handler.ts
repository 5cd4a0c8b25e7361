import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { route_not_found } from '#shared/platform/core/platform-errors.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { entityTag, noneMatchHits } from '#shared/platform/http/precondition.ts';
import { FONT_RELEASE, SITE_FONT } from '#shared/platform/render/site-font.ts';
import { acceptsCoding } from '#shared/platform/runtime/compression.ts';
import type { DeployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { REFERENCE_RELEASE, SCRIPT_PATH } from './documents.ts';
import { documentLoaders, type LoadedDocument } from './load-documents.ts';
import type { operation } from './operation.ts';

const YEAR_SECONDS = 31_536_000;
const FRESH_SECONDS = 300;

/** The version that the URL of a file contains, by its path. */
const RELEASES: ReadonlyMap<string, string> = new Map([
  [SCRIPT_PATH, REFERENCE_RELEASE],
  [SITE_FONT.path, FONT_RELEASE],
]);

/**
 * Serves the documents, each read and compressed once per container. They change only with a deployment, and the entity tag
 * changes with them. The script and the font are cached for a year, because their URLs contain their versions.
 */
export function createHandler({
  files,
}: {
  readonly files: DeployedFiles;
}): OperationHandler<typeof operation> {
  const loaders = documentLoaders(files, gzipSync);
  const loaded = new Map<string, Promise<LoadedDocument>>();

  function load(path: string): Promise<LoadedDocument> {
    // API Gateway has one route for everything directly below `/docs`.
    if (!isDocument(path)) throw notFound(route_not_found);
    const known = loaded.get(path);
    if (known) return known;
    const document = loaders[path]();
    loaded.set(path, document);
    // A file that could not be read is read again on the next request.
    document.catch(() => loaded.delete(path));
    return document;
  }

  function isDocument(path: string): path is keyof typeof loaders {
    return Object.hasOwn(loaders, path);
  }

  return {
    async handle({ event, query }) {
      const { gzipped, headers, isBinary = false } = await load(event.rawPath);
      const isKept = query['v'] !== undefined && RELEASES.get(event.rawPath) === query['v'];
      const shared = {
        Vary: 'Accept-Encoding',
        'Cache-Control': isKept
          ? `public, max-age=${YEAR_SECONDS}, immutable`
          : `public, max-age=${FRESH_SECONDS}`,
      };
      const isZipped = acceptsCoding(event.headers['accept-encoding'], 'gzip');
      const ETag = toEntityTag(gzipped, isZipped);
      if (noneMatchHits(event.headers['if-none-match'], ETag))
        return { status: 304, headers: { ...shared, ETag } };
      const all = { ...headers, ...shared, ETag };
      if (!isZipped) {
        const body = gunzipSync(gzipped).toString(isBinary ? 'base64' : 'utf8');
        return { status: 200, headers: all, body, ...(isBinary ? { isBase64: true } : {}) };
      }
      return {
        status: 200,
        headers: { ...all, 'Content-Encoding': 'gzip' },
        body: gzipped.toString('base64'),
        isBase64: true,
      };
    },
  };
}

/** A representation in another coding needs another entity tag (RFC 9110, 8.8.3.3). */
function toEntityTag(gzipped: Buffer, isZipped: boolean): string {
  const digest = createHash('sha256').update(gzipped).digest('base64url').slice(0, 27);
  return entityTag(isZipped ? `${digest}-gzip` : digest);
}
