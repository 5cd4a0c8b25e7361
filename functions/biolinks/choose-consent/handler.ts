import { formElsewhere, notice, seeOther } from '#shared/biolinks/render/visit-responses.ts';
import { setCookie } from '#shared/biolinks/render/visitor-cookies.ts';
import type { Visits } from '#shared/biolinks/render/visits.ts';
import { isOwnForm, readForm } from '#shared/platform/http/form-body.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { operation } from './operation.ts';

const HALF_A_YEAR_SECONDS = 180 * 24 * 60 * 60;

/** The cookie that each button sets. Withdrawing consent is as easy as giving it. */
const CHOICES: ReadonlyMap<string | null, { readonly value: string; readonly seconds: number }> = new Map([
  ['accept', { value: 'yes', seconds: HALF_A_YEAR_SECONDS }],
  ['refuse', { value: 'no', seconds: HALF_A_YEAR_SECONDS }],
  ['ask', { value: '', seconds: 0 }],
]);

/** Takes a visitor's choice about the pixels of one page (decisions 6, Pixels). */
export function createHandler({ visits }: { readonly visits: Visits }): OperationHandler<typeof operation> {
  const isHttps = visits.origin.startsWith('https:');

  return {
    async handle({ event, params }) {
      const request = { isHttps, acceptEncoding: event.headers['accept-encoding'] };
      if (!isOwnForm(event)) return notice(403, request);
      const choice = CHOICES.get(readForm(event).get('choice'));
      if (!choice) return notice(400, request);
      const visit = await visits.find(event.requestContext.domainName, params.slug);
      if (visit.kind !== 'page') return formElsewhere(visit, request);
      const { id: pageId, slug } = visit.page;
      const cookie = setCookie('consent', { pageId, slug, isHttps }, choice.value, choice.seconds);
      return seeOther(`/${slug}`, [cookie]);
    },
  };
}
