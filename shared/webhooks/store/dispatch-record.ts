import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';
import { fromEventItem } from '#shared/events/store/event-items.ts';
import { PROJECTION_FILTER, SUSPENSION_FILTER } from '#shared/platform/core/stream-filters.ts';
import { unmarshall } from '#shared/platform/store/attribute-values.ts';
import { instant, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import {
  deliveryJobSchema,
  type DispatchRequest,
  recoveryJobSchema,
} from '#shared/webhooks/domain/delivery-message.ts';
import { type Observation, observationSchema } from '#shared/webhooks/domain/notification-message.ts';

const recordItem = v.variant('kind', [
  v.looseObject({ kind: v.literal('event') }),
  v.object({ kind: v.literal('delivery'), job: deliveryJobSchema }),
  v.object({ kind: v.literal('notification'), job: observationSchema }),
  v.object({ kind: v.literal('recovery'), endpointId: v.string(), id: v.string() }),
]);

const suspendedItem = v.object({
  id: v.string(),
  workspaceId: v.string(),
  settingsVersion: v.number(),
  [SUSPENSION_FILTER.attribute]: v.string(),
  updatedAt: instant,
});

/** Reads a record of the core table's stream. @throws MalformedItemError for any other item */
export function readDispatchRecord(record: DynamoDBRecord): DispatchRequest {
  // aws-lambda and the SDK describe the same attribute values by two types.
  const item = unmarshall((record.dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>);
  if (item[PROJECTION_FILTER.resourceAttribute] === SUSPENSION_FILTER.resource)
    return { kind: 'notification', observation: suspensionOf(item) };
  const parsed = parseItem(recordItem, item);
  if (parsed.kind === 'event') return { kind: 'event', event: fromEventItem(item) };
  if (parsed.kind === 'delivery') return { kind: 'delivery', job: parsed.job };
  if (parsed.kind === 'notification') return { kind: 'notification', observation: parsed.job };
  const job = v.parse(recoveryJobSchema, { endpointId: parsed.endpointId, recoveryId: parsed.id });
  return { kind: 'recovery', job };
}

/** Only the loss of the responsible admin suspends an endpoint. */
function suspensionOf(item: Item): Observation {
  const { id: endpointId, workspaceId, settingsVersion, updatedAt } = parseItem(suspendedItem, item);
  return {
    observed: 'responsible_admin_lost',
    workspaceId,
    endpointId,
    at: updatedAt.getTime(),
    settingsVersion,
  };
}
