import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'erase-contact',
  product: 'salesbot',
  summary: "Erase a contact's data",
  description:
    'Redacts the stored event payloads about the contact, and the response bodies of receivers for ' +
    'those events, within 24 hours. The deliveries stay in lists but can no longer be resent. Events ' +
    'recorded later are not affected. A further request for the same contact within 15 minutes returns the same erasure, unless it has ' +
    'already begun, and covers the events until then.',
  routes: [{ method: 'POST', path: '/api/v1/salesbot/erasures' }],
  access: keyWith('salesbot:events:write'),
  uses: ['get-erasures', 'put-erasures', 'update-erasures', 'update-quotas'],
  checksKeyOnWrite: true,
  body: jsonObject({
    contact_id: v.pipe(
      v.string(),
      v.uuid(issue('invalid_format', 'Use a UUID.')),
      v.toLowerCase(),
      v.description('The contact to erase: `contact.id` in the event data'),
    ),
  }),
  readOnlyFields: ['id', 'state'],
  responses: {
    202: v.object({
      data: withDescription(
        v.object({
          id: withDescription(v.string(), 'ID of the erasure, also used in the audit log'),
          state: withDescription(v.picklist(['queued']), 'The erasure is completed within 24 hours'),
        }),
        'The accepted erasure',
      ),
    }),
  },
  // Equal requests are merged one after the other.
  retries: 10,
  errors: ['concurrent_update', 'quota_exceeded'],
  examples: [
    {
      summary: 'Erase a contact',
      body: { contact_id: '7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d' },
    },
  ],
});
