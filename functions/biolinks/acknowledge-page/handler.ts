import type { PageFinder } from '#shared/biolinks/render/page-finder.ts';
import { setCookie } from '#shared/biolinks/render/visitor-cookies.ts';
import { missingPageFormResponse, errorPage, seeOther } from '#shared/biolinks/render/visitor-responses.ts';
import { DAY_SECONDS } from '#shared/platform/core/time-units.ts';
import { isOwnForm, readForm } from '#shared/platform/http/form-body.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/**
 * Stores that a visitor acknowledged the content warning. The cookie is not signed: a visitor who forges it only skips the
 * warning.
 */
export function createHandler({
  finder,
}: {
  readonly finder: PageFinder;
}): OperationHandler<typeof operation> {
  const isHttps = finder.origin.startsWith('https:');

  return {
    async handle({ event, params }) {
      const request = { isHttps, acceptEncoding: event.headers['accept-encoding'] };
      if (!isOwnForm(event)) return errorPage(403, request);
      readForm(event);
      const lookup = await finder.find(event.requestContext.domainName, params.slug);
      if (lookup.kind !== 'page') return missingPageFormResponse(lookup, request);
      const { id: pageId, slug } = lookup.page;
      return seeOther(`/${slug}`, [setCookie('ack', { pageId, slug, isHttps }, 'yes', DAY_SECONDS)]);
    },
  };
}
