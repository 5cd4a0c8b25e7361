import { CONTACTS_PATH, CONTACTS_WRITE } from '#shared/messaging/http/contact-access.ts';
import { newContactBody, READ_ONLY_FIELDS } from '#shared/messaging/http/contact-body.ts';
import { contactResponseSchema } from '#shared/messaging/http/contact-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'create-contact',
  product: 'salesbot',
  summary: 'Create a contact',
  description:
    'At least one of `name`, `email` and `phone` is required. Emits `salesbot.contact.created`. If another contact has the same email ' +
    'address or phone number, the response is 409 `contact_exists` with the ID of the other contact in `contact`. If ' +
    'the owner of the phone number has opted out before, the new contact is opted out, too.',
  routes: [{ method: 'POST', path: CONTACTS_PATH }],
  access: CONTACTS_WRITE,
  uses: [
    'get-directories',
    'put-contacts',
    'get-contact-hash-keys',
    'put-contact-hash-keys',
    'get-contact-addresses',
    'put-contact-addresses',
    'delete-contact-addresses',
    'put-events',
    'get-workspaces',
    'get-calendars',
    'put-calendars',
    'get-quotas',
    'update-quotas',
  ],
  body: newContactBody,
  readOnlyFields: READ_ONLY_FIELDS,
  revisioned: true,
  responses: { 201: contactResponseSchema },
  errors: ['contact_exists', 'invalid_date', 'out_of_range', 'concurrent_update', 'quota_exceeded'],
  examples: [
    {
      summary: 'A contact with an email address',
      body: {
        name: 'Ada Moreau',
        email: 'ada.moreau@example.com',
        platform: 'whatsapp',
        stage: 'lead',
        tags: ['newsletter'],
        custom_fields: { customer_number: 'C-1042' },
        dates: { birthday: { date: '1990-03-14' } },
      },
    },
    { summary: 'Only a phone number', body: { phone: '+1 202 555 0143' } },
  ],
});
