import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { described } from '#shared/platform/http/described.ts';

export const operation = defineOperation({
  name: 'erase-contact',
  product: 'salesbot',
  summary: 'Blank within 24 hours what is stored of events about a contact',
  description:
    'That is payloads and what receivers answered to them. Deliveries stay listed and cannot be sent ' +
    'again. Events that are recorded later are not touched.',
  routes: [{ method: 'POST', path: '/api/v1/salesbot/erasures' }],
  access: {
    kind: 'key',
    credential: 'workspace-key',
    rule: 'all-of',
    permissions: ['salesbot:events:write'],
  },
  uses: ['write-core'],
  body: jsonObject({
    contact_id: v.pipe(
      v.string(),
      v.uuid('invalid_format: Use a UUID.'),
      v.toLowerCase(),
      v.description('`contact.id` of the events to blank'),
    ),
  }),
  readOnlyFields: ['id', 'state'],
  answers: {
    202: v.object({
      data: described(
        v.object({
          id: described(v.string(), 'Id of the erasure, as the audit log names it'),
          state: described(v.picklist(['queued']), 'It is carried out within 24 hours'),
        }),
        'The erasure',
      ),
    }),
  },
  errors: ['concurrent_update'],
  examples: [
    {
      summary: 'Forget somebody',
      body: { contact_id: '7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d' },
    },
  ],
});
