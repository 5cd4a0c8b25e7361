import type { AccessTokenKey } from '#shared/biolinks/adapters/access-token-key.ts';
import { isShown } from '#shared/biolinks/domain/block.ts';
import { countedTarget } from '#shared/biolinks/render/counted-link.ts';
import { linkRulesOf } from '#shared/biolinks/render/outgoing-link.ts';
import type { PageFinder } from '#shared/biolinks/render/page-finder.ts';
import type { PageResponse } from '#shared/biolinks/render/page-response.ts';
import { closedGate } from '#shared/biolinks/render/show-page.ts';
import type { ClickCounter } from '#shared/biolinks/render/visit-counter.ts';
import { errorPage, missingPageResponse, seeOther } from '#shared/biolinks/render/visitor-responses.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly finder: PageFinder;
  readonly accessTokenKey: Pick<AccessTokenKey, 'find'>;
  readonly clicks: ClickCounter;
};

/**
 * Counts a click and redirects to the stored URL of the link, never to a URL of the request. The link exists for the visitors who see it
 * on the page: a closed gate leads to the page, a hidden block is missing.
 */
export function createHandler({
  finder,
  accessTokenKey,
  clicks,
}: Dependencies): OperationHandler<typeof operation> {
  const { origin } = finder;
  const gates = { accessTokenKey: accessTokenKey.find, origin };

  return {
    async handle({ event, params, now }) {
      const { headers, cookies = [] } = event;
      const { domainName, http } = event.requestContext;
      const { slug, block: blockId } = params;
      // The route without an item has none.
      const item = params.item === '' ? undefined : params.item;
      const visitor = { isHttps: origin.startsWith('https:'), acceptEncoding: headers['accept-encoding'] };
      const lookup = await finder.find(domainName, slug);
      if (lookup.kind === 'moved') return leadTo(`${lookup.url}/go/${linkPath(blockId, item)}`);
      if (lookup.kind !== 'page') return missingPageResponse(lookup, visitor, '');
      const { page, blocks } = lookup;
      if (await closedGate(gates, page, { headers, cookies, now }))
        return leadTo(`/${encodeURIComponent(page.slug)}`);
      const block = blocks.blocks.find(({ id }) => id === blockId);
      const target =
        block && isShown(block, now)
          ? countedTarget(block.content, item, linkRulesOf(page, origin))
          : undefined;
      if (target === undefined) return errorPage(404, visitor);
      const request = { method: http.method, headers, sourceIp: http.sourceIp };
      await clicks.count(page, { block: blockId, item }, request, now);
      return leadTo(target);
    },
  };
}

function linkPath(block: string, item: string | undefined): string {
  return [block, ...(item === undefined ? [] : [item])].map(encodeURIComponent).join('/');
}

/** Each click must reach the platform, so no cache may repeat the redirect. */
function leadTo(location: string): PageResponse {
  const { status, headers } = seeOther(location);
  return { status, headers: { ...headers, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' } };
}
