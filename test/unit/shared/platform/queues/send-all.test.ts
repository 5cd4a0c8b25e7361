import { SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { SendMessageBatchCommand } from '#packages/lean-aws-client/sqs-commands.ts';
import { sendAll } from '#shared/platform/queues/send-all.ts';

describe('sendAll with the fan-out of a whole stream batch', () => {
  it('sends every entry once with at most 8 concurrent calls', async () => {
    const sqs = mockClient(SQSClient);
    const taken: string[] = [];
    let underWay = 0;
    let most = 0;
    sqs.on(SendMessageBatchCommand).callsFake(async ({ Entries }: { Entries: { MessageBody: string }[] }) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      taken.push(...Entries.map((entry) => entry.MessageBody));
      return {};
    });
    const entries = Array.from({ length: 2500 }, (_, index) => ({ MessageBody: String(index) }));

    await sendAll(new SQSClient({ region: 'eu-central-1' }), 'https://sqs.test/queue', entries);

    expect(most).toBe(8);
    expect(taken.toSorted()).toEqual(entries.map((entry) => entry.MessageBody).toSorted());
    sqs.restore();
  });
});
