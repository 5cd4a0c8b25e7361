import * as v from 'valibot';
import { IMPORT_LIMITS } from '#shared/messaging/domain/contact-import.ts';
import { CONTACTS_WRITE } from '#shared/messaging/http/contact-access.ts';
import { IMPORTS_PATH } from '#shared/messaging/http/import-access.ts';
import { importSchema, importUploadSchema } from '#shared/messaging/http/import-view.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

const MAX_LIST_NAME = 100;

const OUT_OF_RANGE = issue(
  'out_of_range',
  `Use the size in bytes, from 1 to ${IMPORT_LIMITS.bytes}. Divide a larger file.`,
);

export const operation = defineOperation({
  name: 'create-contact-import',
  product: 'salesbot',
  summary: 'Create an import of contacts',
  description:
    'Returns a URL for the upload of a file in NDJSON: one contact per line, with the fields of `createContact`. Send the file to ' +
    '`upload.url` with the method `upload.method` and exactly the headers in `upload.headers` within an hour, then call ' +
    '`startContactImport`. A line changes the contact with its email address or phone number, or creates one. With `list`, ' +
    'the contacts of the file become a list, which broadcasts can be sent to for 90 days. A workspace can create 20 ' +
    'imports within 24 hours; a 409 `quota_exceeded` has the seconds to wait in `Retry-After`.',
  routes: [{ method: 'POST', path: IMPORTS_PATH }],
  access: CONTACTS_WRITE,
  uses: ['get-contact-imports', 'put-contact-imports', 'put-imports'],
  body: jsonObject({
    size: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1, OUT_OF_RANGE),
      v.maxValue(IMPORT_LIMITS.bytes, OUT_OF_RANGE),
      v.description('Size of the file in bytes'),
    ),
    list: v.optional(
      withDescription(
        v.nullable(singleLine(1, MAX_LIST_NAME)),
        'Name of a new list, which can be the audience of broadcasts. Each line without an error adds its contact to the list. Null for no list',
      ),
    ),
  }),
  returnsSecret: true,
  responses: { 201: v.object({ data: importSchema, upload: importUploadSchema }) },
  errors: ['concurrent_update', 'quota_exceeded'],
  examples: [
    { summary: 'A file of 48 kB', body: { size: 48_213 } },
    { summary: 'A list to send broadcasts to', body: { size: 48_213, list: 'Guests of the spring fair' } },
  ],
});
