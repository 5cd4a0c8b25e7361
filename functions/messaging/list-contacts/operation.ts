import * as v from 'valibot';
import { CONTACTS_PATH, CONTACTS_READ } from '#shared/messaging/http/contact-access.ts';
import { platformName, stageText, tagText } from '#shared/messaging/http/contact-body.ts';
import { contactSchema } from '#shared/messaging/http/contact-view.ts';
import { phoneText } from '#shared/messaging/http/phone-number.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { orderParameter, pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { mailAddress } from '#shared/platform/http/mail-address.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'list-contacts',
  product: 'salesbot',
  summary: 'List contacts',
  description:
    'Returns the contacts of the workspace in the order of their last change, latest first by default. With `email` or `phone`, returns ' +
    'the contact with this address, if there is one. To keep a copy of all contacts, read all pages with `order=asc`, and then ' +
    'repeatedly the pages with `changed_since`. A contact that changes moves to the end, so no contact is missing and some contacts ' +
    'are returned twice.',
  routes: [{ method: 'GET', path: CONTACTS_PATH }],
  access: CONTACTS_READ,
  uses: [
    'query-listed-contacts',
    'batch-get-contacts',
    'get-contacts',
    'get-contact-addresses',
    'get-contact-hash-keys',
  ],
  query: strictFields({
    ...pageParameters,
    stage: v.optional(withDescription(stageText, 'Only contacts in this stage')),
    tag: v.optional(withDescription(tagText, 'Only contacts with this tag')),
    platform: v.optional(withDescription(platformName, 'Only contacts from this platform')),
    changed_since: v.optional(
      withDescription(instantField, 'Only contacts that changed at this time or later'),
    ),
    email: v.optional(
      withDescription(
        mailAddress,
        'Only the contact with this email address, compared without regard to case',
      ),
    ),
    phone: v.optional(
      withDescription(phoneText, 'Only the contact with this phone number, in any spelling and punctuation'),
    ),
    order: orderParameter,
  }),
  responses: { 200: pageOf(contactSchema) },
  exampleQueries: [
    { stage: 'customer' },
    { phone: '+12025550143' },
    { changed_since: '2026-03-14T09:00:00Z', order: 'asc' },
  ],
});
