import { publicUrl } from '#shared/biolinks/domain/public-url.ts';
import type { PageFinder } from '#shared/biolinks/render/page-finder.ts';
import { qrPng, qrSvg } from '#shared/biolinks/render/qr-code.ts';
import { missingPageResponse } from '#shared/biolinks/render/visitor-responses.ts';
import { HOUR_SECONDS } from '#shared/platform/core/time-units.ts';
import type { HandlerResponse, OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** The code changes only with the URL of the page, and then its own URL changes too. */
const CACHE_SECONDS = HOUR_SECONDS;

/** Returns the QR code of a page (docs/specification/biolinks.md#qr-codes). The code of a page with a gate contains nothing but its URL. */
export function createHandler({
  finder,
}: {
  readonly finder: PageFinder;
}): OperationHandler<typeof operation> {
  const { origin } = finder;
  return {
    async handle({ event, params }) {
      const { headers, rawQueryString, requestContext, routeKey } = event;
      const format = routeKey.endsWith('.png') ? 'png' : 'svg';
      const lookup = await finder.find(requestContext.domainName, params.slug);
      if (lookup.kind !== 'page') {
        const request = { isHttps: origin.startsWith('https:'), acceptEncoding: headers['accept-encoding'] };
        const found = lookup.kind === 'moved' ? { ...lookup, url: `${lookup.url}/qr.${format}` } : lookup;
        return missingPageResponse(found, request, rawQueryString);
      }
      return imageResponse(format, publicUrl(lookup.page, origin), lookup.page.slug);
    },
  };
}

function imageResponse(format: 'png' | 'svg', url: string, slug: string): HandlerResponse {
  const headers = {
    'Cache-Control': `public, max-age=${CACHE_SECONDS}`,
    'Content-Disposition': `inline; filename="${slug}-qr.${format}"`,
    // An SVG image is a document if a browser opens it directly.
    'Content-Security-Policy': "default-src 'none'",
  };
  return format === 'svg'
    ? { status: 200, headers: { ...headers, 'Content-Type': 'image/svg+xml' }, body: qrSvg(url) }
    : {
        status: 200,
        headers: { ...headers, 'Content-Type': 'image/png' },
        body: Buffer.from(qrPng(url)).toString('base64'),
        isBase64: true,
      };
}
