import { describe, expect, it } from 'vitest';
import { signatureHeaders, webhookRequestHeaders } from '#shared/webhooks/sending/signature.ts';

const signed = {
  secrets: [`whsec_${Buffer.alloc(33, 1).toString('base64')}`],
  eventId: '11111111-1111-4111-8111-111111111111',
  timestamp: 1767225600,
  body: Buffer.from('{}'),
};

describe('webhookRequestHeaders', () => {
  it('is exactly the delivery format and nothing more', () => {
    const headers = webhookRequestHeaders({
      ...signed,
      event: 'publishing.post.published',
      deliveryId: '22222222-2222-4222-8222-222222222222',
    });

    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'workspace-platform-webhooks/1',
      'x-webhook-event': 'publishing.post.published',
      'x-webhook-delivery': '22222222-2222-4222-8222-222222222222',
      ...signatureHeaders(signed),
    });
  });
});
