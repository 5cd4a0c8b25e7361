import {
  DISPATCH_FILTER,
  PROJECTION_FILTER,
  SUSPENSION_FILTER,
} from '#shared/platform/core/stream-filters.ts';
import { defineConsumer } from '#shared/platform/queues/consumer.ts';

/**
 * Consumer of the core stream: queues one message per matched endpoint or request, and lists events in the log of their workspace;
 * quarantines records that it cannot parse.
 */
export const consumer = defineConsumer({
  name: 'dispatch-event',
  stack: 'delivery',
  description: 'Queues one delivery per matched endpoint of an event, and lists the event in the log',
  stalledImpact: 'Webhooks are late',
  source: {
    kind: 'stream',
    // Inserted events, with and without matched endpoints, inserted dispatch requests, and enabled endpoints that become suspended.
    filters: [
      {
        eventName: ['INSERT'],
        dynamodb: { NewImage: { [DISPATCH_FILTER.kindAttribute]: { S: [...DISPATCH_FILTER.kinds] } } },
      },
      {
        eventName: ['MODIFY'],
        dynamodb: {
          NewImage: {
            [PROJECTION_FILTER.resourceAttribute]: { S: [SUSPENSION_FILTER.resource] },
            [SUSPENSION_FILTER.attribute]: { S: [{ exists: true }] },
            enabled: { BOOL: [true] },
          },
          OldImage: { [SUSPENSION_FILTER.attribute]: { S: [{ exists: false }] } },
        },
      },
    ],
    late: {
      severity: 'page',
      impact:
        'Webhooks are more than a minute late: events wait in the stream. After 20 hours they move to the bucket of undispatched records.',
    },
    stopped:
      'Webhooks are 5 to 7 minutes late, because only sweep-deliveries finds them: dispatch-event has not read the stream for 15 minutes. After 24 hours, requested resends, recoveries, test notifications and entries of the event log are lost.',
  },
  uses: [
    'update-rate-counters',
    'query-event-logs',
    'put-event-logs',
    'grow-endpoints',
    'send-to-delivery',
    'send-to-quarantined-events',
    'send-to-recovery',
    'send-to-notification',
  ],
  staged: true,
});
