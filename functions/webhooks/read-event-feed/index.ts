import { createDynamoEventLogReader } from '#shared/events/store/dynamo-event-log.ts';
import { createDynamoEventReader } from '#shared/events/store/dynamo-event-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { systemTimer } from '#shared/platform/runtime/timer.ts';
import { createDynamoFeedWaits } from '#shared/webhooks/store/dynamo-feed-waits.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core, deliveries, clock }) =>
  createHandler({
    eventLog: createDynamoEventLogReader(deliveries),
    events: createDynamoEventReader(core),
    feedWaits: createDynamoFeedWaits(core),
    clock,
    after: systemTimer,
  }),
);
