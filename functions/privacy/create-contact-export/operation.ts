import * as v from 'valibot';
import { CONTACTS_PATH, CONTACTS_READ } from '#shared/messaging/http/contact-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { contactExportSchema } from '#shared/privacy/http/export-view.ts';

export const operation = defineOperation({
  name: 'create-contact-export',
  product: 'salesbot',
  summary: 'Export all contacts',
  description:
    'Starts an export of all contacts in NDJSON, one contact per line, as `getContact` returns it. `getContactExport` returns the progress ' +
    'and the URLs of the files. A contact that changes during the export can be contained twice; the last line is the latest. Contacts can ' +
    'be exported once in an hour; a 409 `quota_exceeded` has the seconds to wait in `Retry-After`.',
  routes: [{ method: 'POST', path: `${CONTACTS_PATH}/exports` }],
  access: CONTACTS_READ,
  uses: ['put-exports'],
  checksKeyOnWrite: true,
  responses: { 202: v.object({ data: contactExportSchema }) },
  errors: ['concurrent_update', 'export_running', 'quota_exceeded'],
});
