import { describe, expect, it } from 'vitest';
import { logFields as logFieldsPublish } from '#functions/publishing/publish-post/log-fields.ts';
import { deliveryLogFields } from '#shared/webhooks/domain/delivery-message.ts';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';

describe('log lines about a message', () => {
  it('of the delivery queue lead to its delivery and to the call that caused it, and hold no payload', () => {
    const job = aJob({ body: 'a payload', correlationId: 'call-7' });

    expect(deliveryLogFields(job)).toMatchObject({ delivery_id: job.deliveryId, correlation_id: 'call-7' });
    expect(JSON.stringify(deliveryLogFields(job))).not.toContain('a payload');
  });

  it.each([
    [
      { kind: 'account', postId: 'p', workspaceId: 'w', run: 2, accountId: 3, attempt: 1 } as const,
      { post_id: 'p', run: 2, account_id: 3 },
    ],
    [
      { resource: 'post', id: 'p', workspaceId: 'w', seq: 4, dueAt: 0 } as const,
      { post_id: 'p', workspace_id: 'w', seq: 4 },
    ],
  ])('of the publish queue contain the id of the post: %j', (job, fields) => {
    expect(logFieldsPublish(job)).toEqual(fields);
  });
});
