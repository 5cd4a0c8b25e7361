import { describe, expect, it } from 'vitest';
import { createEventRoutes } from '#local/messaging/event-routes.ts';

const TOPIC = 'arn:aws:sns:us-east-1:000000000000:messages';

const routes = createEventRoutes({
  eventRules: [
    { pattern: '{"source":["aws.sms-voice"]}', queueNames: ['Receipts', 'Copy'] },
    { pattern: '{"source":["aws.s3"]}', queueNames: ['Other'] },
  ],
  subscriptions: [
    { topicArn: TOPIC, queueName: 'Receipts', isRaw: false },
    { topicArn: TOPIC, queueName: 'Raw', isRaw: true },
  ],
});

describe('createEventRoutes', () => {
  it('sends an event to the queues of the rules that it matches', () => {
    const body = { source: 'aws.sms-voice', detail: { messageId: 'm' } };

    expect(routes({ via: 'bus', body, dueAt: 0 })).toEqual([
      { queueName: 'Receipts', body: JSON.stringify(body) },
      { queueName: 'Copy', body: JSON.stringify(body) },
    ]);
  });

  it('sends an event of no rule nowhere', () => {
    expect(routes({ via: 'bus', body: { source: 'aws.ec2' }, dueAt: 0 })).toEqual([]);
  });

  it('wraps a message of a topic, unless the subscription is raw', () => {
    const [wrapped, raw] = routes({ via: 'topic', body: { a: 1 }, dueAt: Date.UTC(2026, 0, 1) });

    expect(wrapped?.queueName).toBe('Receipts');
    expect(JSON.parse(wrapped?.body ?? '')).toMatchObject({
      Type: 'Notification',
      TopicArn: TOPIC,
      Message: '{"a":1}',
      Timestamp: '2026-01-01T00:00:00.000Z',
    });
    expect(raw).toEqual({ queueName: 'Raw', body: '{"a":1}' });
  });
});
