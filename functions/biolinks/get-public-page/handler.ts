import type { AccessTokenKey } from '#shared/biolinks/adapters/access-token-key.ts';
import type { PixelStore } from '#shared/biolinks/ports/pixel-store.ts';
import { showPage } from '#shared/biolinks/render/show-page.ts';
import { elsewhere, seeOther } from '#shared/biolinks/render/visit-responses.ts';
import type { Visits } from '#shared/biolinks/render/visits.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import { noneMatchHits } from '#shared/platform/http/precondition.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly visits: Visits;
  readonly pixels: Pick<PixelStore, 'findAll'>;
  readonly accessTokenKey: Pick<AccessTokenKey, 'find'>;
};

/** Returns the page of a host and slug (docs/specification.md#public-pages); the URL of a form redirects to its page. */
export function createHandler({
  visits,
  pixels,
  accessTokenKey,
}: Dependencies): OperationHandler<typeof operation> {
  const { origin } = visits;
  const shown = { pixels, accessTokenKey: accessTokenKey.find, origin };

  return {
    async handle({ event, params, now }) {
      const { headers, cookies = [], rawQueryString } = event;
      // Use the route key: in the path, an encoded slash would already be decoded.
      const isForm = event.routeKey.split('/').length > 2;
      if (isForm) return seeOther(`/${encodeURIComponent(params.slug)}`);
      const visit = await visits.find(event.requestContext.domainName, params.slug);
      if (visit.kind !== 'page') {
        const request = { isHttps: origin.startsWith('https:'), acceptEncoding: headers['accept-encoding'] };
        return elsewhere(visit, request, rawQueryString);
      }
      const response = await showPage(shown, visit, { headers, cookies, now });
      const { ETag: tag } = response.headers;
      if (tag === undefined || !noneMatchHits(headers['if-none-match'], tag)) return response;
      // A 304 repeats the cache headers of the 200 and describes no body (RFC 9110, 15.4.5).
      const { 'Cache-Control': caching = '', Vary = '' } = response.headers;
      return { status: 304, headers: { ETag: tag, 'Cache-Control': caching, Vary } };
    },
  };
}
