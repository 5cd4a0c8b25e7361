import type { AccessTokenKey } from '#shared/biolinks/adapters/access-token-key.ts';
import type { PixelReader } from '#shared/biolinks/ports/pixel-store.ts';
import type { PageFinder } from '#shared/biolinks/render/page-finder.ts';
import { showPage } from '#shared/biolinks/render/show-page.ts';
import { missingPageResponse, seeOther } from '#shared/biolinks/render/visitor-responses.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { noneMatchHits } from '#shared/platform/http/precondition.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly finder: PageFinder;
  readonly pixels: Pick<PixelReader, 'findAll'>;
  readonly accessTokenKey: Pick<AccessTokenKey, 'find'>;
};

/** Returns the page of a host and slug (docs/specification.md#public-pages); the URL of a form redirects to its page. */
export function createHandler({
  finder,
  pixels,
  accessTokenKey,
}: Dependencies): OperationHandler<typeof operation> {
  const { origin } = finder;
  const shown = { pixels, accessTokenKey: accessTokenKey.find, origin };

  return {
    async handle({ event, params, now }) {
      const { headers, cookies = [], rawQueryString } = event;
      // Use the route key: in the path, an encoded slash would already be decoded.
      const isForm = event.routeKey.split('/').length > 2;
      if (isForm) return seeOther(`/${encodeURIComponent(params.slug)}`);
      const lookup = await finder.find(event.requestContext.domainName, params.slug);
      if (lookup.kind !== 'page') {
        const request = { isHttps: origin.startsWith('https:'), acceptEncoding: headers['accept-encoding'] };
        return missingPageResponse(lookup, request, rawQueryString);
      }
      const response = await showPage(shown, lookup, { headers, cookies, now });
      const { ETag: tag } = response.headers;
      if (tag === undefined || !noneMatchHits(headers['if-none-match'], tag)) return response;
      // A 304 repeats the cache headers of the 200 and describes no body (RFC 9110, 15.4.5).
      const { 'Cache-Control': caching = '', Vary = '' } = response.headers;
      return { status: 304, headers: { ETag: tag, 'Cache-Control': caching, Vary } };
    },
  };
}
