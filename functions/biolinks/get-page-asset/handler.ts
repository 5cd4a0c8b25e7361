import { FONT_ASSETS } from '#shared/biolinks/render/font-asset.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

const YEAR_SECONDS = 31_536_000;

/** Serves the fonts of pages. File names change with their content, so responses can be cached forever. */
export function createHandler({
  readModule,
}: {
  /** Reads a file of an npm package. */
  readonly readModule: (path: string) => Promise<Buffer>;
}): OperationHandler<typeof operation> {
  return {
    async handle({ params }) {
      const asset = FONT_ASSETS.find(({ file }) => file === params.file);
      if (!asset) throw new PlatformError('route_not_found', 'The file does not exist.');
      return {
        status: 200,
        headers: {
          'Content-Type': 'font/woff2',
          'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
          // Browsers read fonts with CORS, and a preview in a sandbox has no origin.
          'Access-Control-Allow-Origin': '*',
          'Cross-Origin-Resource-Policy': 'same-origin',
        },
        body: (await readModule(asset.module)).toString('base64'),
        isBase64: true,
      };
    },
  };
}
