import * as v from 'valibot';
import { PAGE_FIELD_ERRORS, PAGES_WRITE } from '#shared/biolinks/http/page-access.ts';
import { pageFields, READ_ONLY_FIELDS, FIELDS_OWNED_BY } from '#shared/biolinks/http/page-body.ts';
import { pageSchema, pageWarnings } from '#shared/biolinks/http/page-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'create-page',
  product: 'biolinks',
  summary: 'Create a page',
  description: 'The page is created as a draft.',
  routes: [{ method: 'POST', path: '/api/v1/biolinks/pages' }],
  access: PAGES_WRITE,
  uses: [
    'put-pages',
    'put-slugs',
    'get-domains',
    'update-domains',
    'batch-get-pixels',
    'page-host',
    'update-quotas',
  ],
  body: jsonObject({ ...pageFields, title: pageFields.title.wrapped, slug: pageFields.slug.wrapped }),
  readOnlyFields: READ_ONLY_FIELDS,
  fieldsOwnedBy: FIELDS_OWNED_BY,
  revisioned: true,
  responses: { 201: v.object({ data: pageSchema, warnings: pageWarnings }) },
  errors: [...PAGE_FIELD_ERRORS, 'quota_exceeded'],
  examples: [
    { summary: 'A page on the default domain', body: { title: 'Ada Lovelace', slug: 'ada' } },
    {
      summary: 'A page with a theme and campaign parameters',
      body: {
        title: 'Ada Lovelace',
        slug: 'ada-links',
        theme: 'ink',
        tagline: 'Engines and notes',
        settings: { utm: { source: 'bio', medium: 'social', campaign: 'launch' } },
      },
    },
  ],
});
