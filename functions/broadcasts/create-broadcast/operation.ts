import { BROADCASTS_PATH, BROADCASTS_WRITE } from '#shared/broadcasts/http/broadcast-access.ts';
import {
  newBroadcastBody,
  READ_ONLY_FIELDS,
  FIELDS_OWNED_BY,
} from '#shared/broadcasts/http/broadcast-body.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'create-broadcast',
  product: 'salesbot',
  summary: 'Create a broadcast',
  description: 'The broadcast is created as a draft.',
  routes: [{ method: 'POST', path: BROADCASTS_PATH }],
  access: BROADCASTS_WRITE,
  uses: ['get-broadcasts', 'get-contact-imports', 'put-broadcasts', 'update-quotas'],
  body: newBroadcastBody,
  readOnlyFields: READ_ONLY_FIELDS,
  fieldsOwnedBy: FIELDS_OWNED_BY,
  revisioned: true,
  responses: { 201: broadcastResponseSchema },
  errors: ['concurrent_update', 'quota_exceeded'],
  examples: [
    {
      summary: 'A WhatsApp text message that requires approval',
      body: {
        name: 'Spring sale',
        channel: 'whatsapp',
        message: { type: 'text', body: 'Everything is 20 % off until Sunday.' },
        audience: { tags: ['customers'] },
        requires_approval: true,
      },
    },
    {
      summary: 'A text message that the platform sends to the leads in an uploaded list',
      body: {
        name: 'After the fair',
        message: { type: 'text', body: 'Thank you for your visit.' },
        sender: 'platform',
        sending: { platform: 'sms' },
        audience: { list: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d53', stage: 'lead' },
      },
    },
    {
      summary: 'Required fields only',
      body: { name: 'Hello', message: { type: 'text', body: 'We are open again.' } },
    },
  ],
});
