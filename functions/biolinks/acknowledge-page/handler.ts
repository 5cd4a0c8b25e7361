import { formElsewhere, notice, seeOther } from '#shared/biolinks/render/visit-responses.ts';
import { setCookie } from '#shared/biolinks/render/visitor-cookies.ts';
import type { Visits } from '#shared/biolinks/render/visits.ts';
import { isOwnForm, readForm } from '#shared/platform/http/form-body.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { operation } from './operation.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Takes a visitor past the gate of sensitive content (decisions 6). It is their own word, so the cookie proves nothing. */
export function createHandler({ visits }: { readonly visits: Visits }): OperationHandler<typeof operation> {
  const isHttps = visits.origin.startsWith('https:');

  return {
    async handle({ event, params }) {
      const request = { isHttps, acceptEncoding: event.headers['accept-encoding'] };
      if (!isOwnForm(event)) return notice(403, request);
      readForm(event);
      const visit = await visits.find(event.requestContext.domainName, params.slug);
      if (visit.kind !== 'page') return formElsewhere(visit, request);
      const { id: pageId, slug } = visit.page;
      return seeOther(`/${slug}`, [setCookie('ack', { pageId, slug, isHttps }, 'yes', DAY_SECONDS)]);
    },
  };
}
