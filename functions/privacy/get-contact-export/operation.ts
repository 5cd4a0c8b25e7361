import * as v from 'valibot';
import { CONTACTS_PATH, CONTACTS_READ } from '#shared/messaging/http/contact-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { exportParameter } from '#shared/privacy/http/export-parameter.ts';
import { contactExportSchema } from '#shared/privacy/http/export-view.ts';

export const operation = defineOperation({
  name: 'get-contact-export',
  product: 'salesbot',
  summary: 'Get an export of contacts',
  description:
    'Returns the progress of an export of contacts and, once it is complete, a URL for each NDJSON file.',
  routes: [{ method: 'GET', path: `${CONTACTS_PATH}/exports/{contact_export}` }],
  access: CONTACTS_READ,
  params: { contact_export: exportParameter },
  uses: ['get-exports', 'read-contact-exports'],
  returnsSecret: true,
  responses: { 200: v.object({ data: contactExportSchema }) },
});
