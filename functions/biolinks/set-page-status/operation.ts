import * as v from 'valibot';
import { PAGE_STATUSES } from '#shared/biolinks/domain/page.ts';
import { pageParameter, PAGES_PUBLISH } from '#shared/biolinks/http/page-access.ts';
import { pageSchema } from '#shared/biolinks/http/page-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'set-page-status',
  product: 'biolinks',
  summary: 'Set the status of a page',
  description:
    'Publishes the page (`active`), returns it to `draft` or archives it (`archived`). A draft or archived ' +
    'page is not public. An archived page must become a draft before it can become active. An API key ' +
    'cannot disable a page: only the platform can disable a page, or enable it again.',
  routes: [{ method: 'POST', path: '/api/v1/biolinks/pages/{page}/status' }],
  access: PAGES_PUBLISH,
  params: { page: pageParameter },
  precondition: 'required',
  revisionVisibleWith: 'biolinks:pages:read',
  uses: ['get-pages', 'update-pages', 'put-slugs', 'get-domains', 'page-host'],
  checksKeyOnWrite: true,
  body: jsonObject({
    status: withDescription(v.picklist(PAGE_STATUSES), 'The new status; visitors see only `active` pages'),
  }),
  revisioned: true,
  responses: { 200: v.object({ data: pageSchema }) },
  errors: ['title_required', 'domain_not_connected', 'page_status_transition_invalid', 'concurrent_update'],
  examples: [
    {
      summary: 'Publish',
      body: { status: 'active' },
    },
  ],
});
