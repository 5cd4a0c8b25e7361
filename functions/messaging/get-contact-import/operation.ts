import * as v from 'valibot';
import { CONTACTS_READ } from '#shared/messaging/http/contact-access.ts';
import { IMPORT_PARAMS, IMPORTS_PATH } from '#shared/messaging/http/import-access.ts';
import { importSchema } from '#shared/messaging/http/import-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-contact-import',
  product: 'salesbot',
  summary: 'Get an import of contacts',
  description:
    'Returns the progress of an import, with the first 1,000 rejected and duplicate lines and their errors.',
  routes: [{ method: 'GET', path: `${IMPORTS_PATH}/{import}` }],
  access: CONTACTS_READ,
  params: IMPORT_PARAMS,
  uses: ['get-contact-imports', 'query-contact-imports'],
  responses: { 200: v.object({ data: importSchema }) },
});
