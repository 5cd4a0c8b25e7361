import * as v from 'valibot';
import {
  PAGE_FIELD_ERRORS,
  pageParameter,
  PAGES_WRITE,
  PUBLISH_IF_ACTIVE,
} from '#shared/biolinks/http/page-access.ts';
import { pageBody, READ_ONLY_FIELDS, FIELDS_OWNED_BY } from '#shared/biolinks/http/page-body.ts';
import { pageSchema, pageWarnings } from '#shared/biolinks/http/page-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'update-page',
  product: 'biolinks',
  summary: 'Update a page',
  description:
    '`If-Match` must be the current revision. Omitted fields keep their values, at every level of ' +
    'nesting. `null` resets `domain`, the fields of `appearance`, and the text fields of ' +
    '`settings.seo` and `settings.utm`. An update that changes nothing keeps the revision.',
  routes: [{ method: 'PATCH', path: '/api/v1/biolinks/pages/{page}' }],
  access: PAGES_WRITE,
  conditionalPermissions: PUBLISH_IF_ACTIVE,
  params: { page: pageParameter },
  precondition: 'required',
  revisionVisibleWith: 'biolinks:pages:read',
  uses: [
    'get-pages',
    'update-pages',
    'put-slugs',
    'delete-slugs',
    'get-domains',
    'update-domains',
    'batch-get-pixels',
    'page-host',
  ],
  body: pageBody,
  readOnlyFields: READ_ONLY_FIELDS,
  fieldsOwnedBy: FIELDS_OWNED_BY,
  revisioned: true,
  responses: { 200: v.object({ data: pageSchema, warnings: pageWarnings }) },
  errors: ['title_required', ...PAGE_FIELD_ERRORS],
  examples: [
    {
      summary: 'Change the tagline',
      body: { tagline: 'Engines and notes' },
    },
    {
      summary: 'Set a password and hide the page from search engines',
      body: { settings: { seo: { noindex: true }, protection: { password: 'analytical engine' } } },
    },
  ],
});
