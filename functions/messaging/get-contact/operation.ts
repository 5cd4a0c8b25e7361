import {
  CONTACT_PARAMS,
  CONTACTS_PATH,
  CONTACTS_READ,
  EXAMPLE,
} from '#shared/messaging/http/contact-access.ts';
import { contactResponseSchema } from '#shared/messaging/http/contact-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-contact',
  product: 'salesbot',
  summary: 'Get a contact',
  description: 'Returns one contact. Send its `ETag` as `If-Match` with an update or delete.',
  routes: [{ method: 'GET', path: `${CONTACTS_PATH}/{contact}` }],
  access: CONTACTS_READ,
  params: CONTACT_PARAMS,
  uses: ['get-contacts'],
  revisioned: true,
  responses: { 200: contactResponseSchema, 304: null },
  errors: ['contact_not_found'],
  examples: [{ summary: 'Get a contact', params: EXAMPLE }],
});
