import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import * as v from 'valibot';
import { route_not_found } from '#shared/platform/core/platform-errors.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { HandlerResponse, OperationHandler } from '#shared/platform/http/operation.ts';
import { type BuiltConsole, builtConsoleSchema } from '#shared/platform/runtime/build-console.ts';
import { acceptsCoding } from '#shared/platform/runtime/compression.ts';
import type { DeployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { consolePage, consolePolicy } from './console-page.ts';
import type { operation } from './operation.ts';

const YEAR_SECONDS = 31_536_000;

/** Serves the console, which is compressed when it is bundled and read once per container. */
export function createHandler({
  consoleFiles,
  frameOrigins,
  uploadOrigin,
  stage,
}: {
  readonly consoleFiles: Pick<DeployedFiles, 'read'>;
  /** Origins whose pages may show the console in a frame. */
  readonly frameOrigins: readonly string[];
  /** The origin to which the browser sends files. */
  readonly uploadOrigin: string;
  /** The name of the stage. */
  readonly stage: string;
}): OperationHandler<typeof operation> {
  let loaded: Promise<BuiltConsole> | undefined;

  async function read(): Promise<BuiltConsole> {
    return v.parse(
      builtConsoleSchema,
      JSON.parse((await consoleFiles.read('console/console.json')).toString()),
    );
  }

  function load(): Promise<BuiltConsole> {
    loaded ??= read().catch((error: unknown) => {
      // A file that could not be read is read again on the next request.
      loaded = undefined;
      throw error;
    });
    return loaded;
  }

  return {
    async handle({ event, params, hosts: { areShared, apiOrigin, pageOrigin } }) {
      const built = await load();
      const acceptsBrotli = acceptsCoding(event.headers['accept-encoding'], 'br');
      if (!event.rawPath.startsWith('/console/files/')) {
        const page = brotliCompressSync(
          consolePage(built, {
            sharesOrigin: areShared,
            // The local stack has the template of a stage, and no TLS.
            stage: apiOrigin.startsWith('http:') ? 'local' : stage,
          }),
        );
        return bytes(page, acceptsBrotli, {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-cache',
          'Content-Security-Policy': consolePolicy({
            frameOrigins,
            uploadOrigin,
            pageOrigin,
          }),
          'Cross-Origin-Opener-Policy': 'same-origin',
          // The header cannot name other origins than the own one. Browsers follow the policy.
          ...(frameOrigins.length === 0 ? { 'X-Frame-Options': 'DENY' } : {}),
        });
      }
      const file = Object.hasOwn(built.files, params.file) ? built.files[params.file] : undefined;
      if (!file) throw notFound(route_not_found);
      const headers = {
        'Content-Type': file.mediaType,
        'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
        'Cross-Origin-Resource-Policy': 'same-origin',
      };
      if ('brotli' in file) return bytes(Buffer.from(file.brotli, 'base64'), acceptsBrotli, headers);
      const content = await consoleFiles.read(file.path);
      return { status: 200, headers, body: content.toString('base64'), isBase64: true };
    },
  };
}

function bytes(
  compressed: Buffer,
  acceptsBrotli: boolean,
  headers: Readonly<Record<string, string>>,
): HandlerResponse {
  const content = acceptsBrotli ? compressed : brotliDecompressSync(compressed);
  return {
    status: 200,
    headers: { ...headers, Vary: 'Accept-Encoding', ...(acceptsBrotli ? { 'Content-Encoding': 'br' } : {}) },
    body: content.toString('base64'),
    isBase64: true,
  };
}
