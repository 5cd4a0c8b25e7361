import type { AccessTokenKey } from '#shared/biolinks/adapters/access-token-key.ts';
import type { PixelReader } from '#shared/biolinks/ports/pixel-store.ts';
import type { PageFinder } from '#shared/biolinks/render/page-finder.ts';
import { closedGate, showPage } from '#shared/biolinks/render/show-page.ts';
import { SIGNED_UP } from '#shared/biolinks/render/signup-form.ts';
import type { ViewCounter } from '#shared/biolinks/render/visit-counter.ts';
import { missingPageResponse, seeOther } from '#shared/biolinks/render/visitor-responses.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { noneMatchHits } from '#shared/platform/http/precondition.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly finder: PageFinder;
  readonly pixels: Pick<PixelReader, 'findAll'>;
  readonly accessTokenKey: Pick<AccessTokenKey, 'find'>;
  readonly views: ViewCounter;
};

/** Returns the page of a host and slug (docs/specification/biolinks.md#public-pages); the URL of a form redirects to its page. */
export function createHandler({
  finder,
  pixels,
  accessTokenKey,
  views,
}: Dependencies): OperationHandler<typeof operation> {
  const { origin } = finder;
  const gates = { accessTokenKey: accessTokenKey.find, origin };

  return {
    async handle({ event, params, now }) {
      const { headers, cookies = [], rawQueryString } = event;
      // Use the route key: in the path, an encoded slash would already be decoded.
      const isForm = event.routeKey.split('/').length > 2;
      if (isForm) return seeOther(`/${encodeURIComponent(params.slug)}`);
      const { domainName, http } = event.requestContext;
      const lookup = await finder.find(domainName, params.slug);
      if (lookup.kind !== 'page') {
        const request = { isHttps: origin.startsWith('https:'), acceptEncoding: headers['accept-encoding'] };
        return missingPageResponse(lookup, request, rawQueryString);
      }
      const { page } = lookup;
      // A sign-up leads here, without a cookie: see submit-signup.
      const signedUp = event.queryStringParameters?.[SIGNED_UP];
      const visitor = { headers, cookies, now, signedUp };
      const gate = await closedGate(gates, page, visitor);
      if (gate) return gate;
      const request = { method: http.method, headers, sourceIp: http.sourceIp };
      // A 304 is a view, too, so it is counted before `If-None-Match` is compared.
      const [response] = await Promise.all([
        showPage({ pixels, origin }, lookup, visitor),
        // The visitor has seen the page before, so the page after a sign-up is no further view.
        signedUp === undefined ? views.count(page, request, now) : undefined,
      ]);
      const { ETag: tag } = response.headers;
      if (tag === undefined || !noneMatchHits(headers['if-none-match'], tag)) return response;
      // A 304 repeats the cache headers of the 200 and describes no body (RFC 9110, 15.4.5).
      const { 'Cache-Control': caching = '', Vary = '' } = response.headers;
      return { status: 304, headers: { ETag: tag, 'Cache-Control': caching, Vary } };
    },
  };
}
