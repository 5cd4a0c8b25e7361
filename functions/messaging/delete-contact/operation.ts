import { CONTACTS_PATH, CONTACTS_WRITE, ON_CONTACT } from '#shared/messaging/http/contact-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_CONTACT,
  name: 'delete-contact',
  summary: 'Delete a contact',
  description:
    'Deletes the contact immediately. Within 24 hours, deletes its conversations and messages, and erases its data in stored events, as ' +
    '`eraseContact` does. Deliveries of these events stay in lists but can no longer be resent.',
  routes: [{ method: 'DELETE', path: `${CONTACTS_PATH}/{contact}` }],
  access: CONTACTS_WRITE,
  uses: [
    'get-contacts',
    'delete-contacts',
    'get-contact-hash-keys',
    'batch-get-contact-addresses',
    'put-contact-addresses',
    'delete-contact-addresses',
    'get-erasures',
    'put-erasures',
    'update-erasures',
    'put-audit-entries',
    'update-quotas',
  ],
  checksKeyOnWrite: true,
  responses: { 204: null },
  errors: ['concurrent_update', 'quota_exceeded'],
});
