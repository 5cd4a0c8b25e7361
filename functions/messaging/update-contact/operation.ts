import { CONTACTS_PATH, CONTACTS_WRITE, ON_CONTACT } from '#shared/messaging/http/contact-access.ts';
import { contactEditBody, READ_ONLY_FIELDS } from '#shared/messaging/http/contact-body.ts';
import { contactResponseSchema } from '#shared/messaging/http/contact-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_CONTACT,
  name: 'update-contact',
  summary: 'Update a contact',
  description:
    'Omitted fields keep their values, also inside `custom_fields` and `dates`. Null removes a value. Emits one event for each change: ' +
    '`salesbot.contact.tagged` and `.untagged` for each tag, `.stage_changed` for another stage, and `.updated` for all other fields ' +
    'together. An update that changes nothing emits no event. A contact gets the opt-outs of its new phone number.',
  routes: [{ method: 'PATCH', path: `${CONTACTS_PATH}/{contact}` }],
  access: CONTACTS_WRITE,
  uses: [
    'get-contacts',
    'update-contacts',
    'get-directories',
    'get-contact-hash-keys',
    'put-contact-hash-keys',
    'batch-get-contact-addresses',
    'get-contact-addresses',
    'put-contact-addresses',
    'delete-contact-addresses',
    'put-events',
    'get-workspaces',
    'get-calendars',
    'put-calendars',
  ],
  body: contactEditBody,
  readOnlyFields: READ_ONLY_FIELDS,
  revisioned: true,
  responses: { 200: contactResponseSchema },
  errors: ['concurrent_update', 'contact_exists', 'invalid_date', 'out_of_range', 'required'],
  examples: [
    {
      summary: 'Another stage and one more tag',
      body: { stage: 'customer', add_tags: ['vip'] },
    },
    {
      summary: 'The end of a contract, which is not repeated',
      body: { dates: { contract_end: { date: '2027-06-30', repeats: 'never' } } },
    },
    { summary: 'No more text messages', body: { opted_out: ['sms'] } },
  ],
});
