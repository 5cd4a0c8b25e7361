import * as v from 'valibot';
import { RECORD_SCHEMAS } from '#shared/events/http/record-view.ts';
import { CONTACT_PARAMS, CONTACTS_PATH, CONTACTS_READ } from '#shared/messaging/http/contact-access.ts';
import { contactSchema } from '#shared/messaging/http/contact-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'get-contact',
  product: 'salesbot',
  summary: 'Get a contact',
  description:
    'Returns one contact. The `ETag` of a contact of this platform is the revision to send as `If-Match` with an update or delete. A ' +
    'contact whose `source` is `external` is managed by another system. The response then contains what ingested events have said ' +
    'about the contact.',
  routes: [{ method: 'GET', path: `${CONTACTS_PATH}/{contact}` }],
  access: CONTACTS_READ,
  params: CONTACT_PARAMS,
  uses: ['get-contacts', 'get-external-records'],
  revisioned: true,
  responses: {
    200: v.object({
      data: withDescription(
        v.variant('source', [contactSchema, RECORD_SCHEMAS.contact]),
        'The contact of this platform or of another system',
      ),
    }),
    304: null,
  },
});
