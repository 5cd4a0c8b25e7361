import * as v from 'valibot';
import { CONTACTS_WRITE } from '#shared/messaging/http/contact-access.ts';
import { IMPORT_PARAMS, IMPORTS_PATH } from '#shared/messaging/http/import-access.ts';
import { importSchema } from '#shared/messaging/http/import-view.ts';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'start-contact-import',
  product: 'salesbot',
  summary: 'Start an import of contacts',
  description:
    'Checks that the file is uploaded, and queues the import. `getContactImport` returns its progress. Starting an import that has been ' +
    'started changes nothing. A workspace has at most one import in progress: 409 `import_running` with `import`.',
  routes: [{ method: 'POST', path: `${IMPORTS_PATH}/{import}/start` }],
  access: CONTACTS_WRITE,
  params: IMPORT_PARAMS,
  uses: ['get-contact-imports', 'put-contact-imports', 'update-contact-imports', 'read-imports'],
  ...EMPTY_BODY,
  responses: { 202: v.object({ data: importSchema }) },
  errors: ['import_not_uploaded', 'import_running', 'concurrent_update'],
});
