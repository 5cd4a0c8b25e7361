import { randomBytes } from 'node:crypto';
import { createDynamoEventLogReader } from '#shared/events/store/dynamo-event-log.ts';
import { createDynamoEventReader } from '#shared/events/store/dynamo-event-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { sealedResponses } from '#shared/platform/entry/sealed-responses.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { systemTimer } from '#shared/platform/runtime/timer.ts';
import { createConnectionCheck } from '#shared/webhooks/sending/connection-check.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

/** A preview responds within 3 s, so it waits less for a connection than a delivery does, in milliseconds. */
const CONNECT_MS = 2500;

export const handler = httpEntry(
  operation,
  [caller, sealedResponses],
  ({ core, deliveries, apiHosts, allowedHosts }) => {
    const guard = createAddressGuard({ allowedHosts, apiHosts });
    return createHandler({
      guard,
      connection: createConnectionCheck(guard, CONNECT_MS),
      events: createDynamoEventReader(core),
      eventLog: createDynamoEventLogReader(deliveries),
      timer: systemTimer,
      randomBytes,
    });
  },
);
