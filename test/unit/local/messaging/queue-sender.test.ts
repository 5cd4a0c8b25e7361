import type { SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { createQueueSender } from '#local/messaging/queue-sender.ts';

describe('createQueueSender', () => {
  it('sends a text with emoji as JSON that the emulator of SQS accepts', async () => {
    const bodies: string[] = [];
    const sqs = {
      send: async ({ input }: { input: { Entries: { MessageBody: string }[] } }) => {
        bodies.push(...input.Entries.map(({ MessageBody: body }) => body));
        return {};
      },
    } as unknown as Pick<SQSClient, 'send'>;
    const message = { text: 'Bonjour 💡 é 🛑', quoted: JSON.stringify({ text: '👩‍🚀' }) };
    await createQueueSender(sqs, (name) => name)([{ queueName: 'receipts', body: JSON.stringify(message) }]);

    expect(bodies.map((body) => JSON.parse(body))).toEqual([message]);
    expect(bodies.join('')).not.toMatch(/[\u{10000}-\u{10FFFF}]/u);
  });
});
