import type { PageFinder } from '#shared/biolinks/render/page-finder.ts';
import { setCookie } from '#shared/biolinks/render/visitor-cookies.ts';
import { missingPageFormResponse, errorPage, seeOther } from '#shared/biolinks/render/visitor-responses.ts';
import { DAY_SECONDS } from '#shared/platform/core/time-units.ts';
import { isOwnForm, readForm } from '#shared/platform/http/form-body.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

const HALF_A_YEAR_SECONDS = 180 * DAY_SECONDS;

/** The cookie that each button sets. `ask` deletes it, so withdrawing consent is as easy as giving it. */
const CHOICES: ReadonlyMap<string | null, { readonly value: string; readonly seconds: number }> = new Map([
  ['accept', { value: 'yes', seconds: HALF_A_YEAR_SECONDS }],
  ['refuse', { value: 'no', seconds: HALF_A_YEAR_SECONDS }],
  ['ask', { value: '', seconds: 0 }],
]);

/** Stores a visitor's choice about the tracking pixels of one page (docs/specification/biolinks.md#pixels). */
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
      const choice = CHOICES.get(readForm(event).get('choice'));
      if (!choice) return errorPage(400, request);
      const lookup = await finder.find(event.requestContext.domainName, params.slug);
      if (lookup.kind !== 'page') return missingPageFormResponse(lookup, request);
      const { id: pageId, slug } = lookup.page;
      const cookie = setCookie('consent', { pageId, slug, isHttps }, choice.value, choice.seconds);
      return seeOther(`/${slug}`, [cookie]);
    },
  };
}
