import {
  ConditionalCheckFailedException,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Delivery } from '#shared/domain/delivery/delivery.ts';
import type { ClaimResult, DeliveryFilter, DeliveryStore } from '#shared/domain/ports/delivery-store.ts';
import { deliveryIdFloor } from '#shared/runtime/ids.ts';
import { fixedAttributes, fromDeliveryItem, progressAttributes, toAttemptItem } from './delivery-items.ts';
import { deliveryKey } from './keys.ts';
import type { Item, Table } from './table.ts';

/** A lease outlives the function's 15 s and ends before the message is visible again after 90 s (H3, H12). */
const LEASE_MS = 60_000;

/** Deliveries in the delivery table. Every write is one conditional update; running it twice changes nothing. */
export function createDynamoDeliveryStore(table: Table): DeliveryStore {
  async function find(endpointId: string, deliveryId: string): Promise<Delivery | undefined> {
    const item = await table.get(deliveryKey(endpointId, deliveryId));
    return item && fromDeliveryItem(item);
  }

  /** Gives the item as written, or, if the condition failed, as it was found. */
  async function update(
    input: Omit<UpdateItemCommandInput, 'TableName' | 'Key'>,
    { endpointId, id }: Pick<Delivery, 'endpointId' | 'id'>,
  ): Promise<{ written: boolean; item: Item | undefined }> {
    try {
      const { Attributes } = await table.client.send(
        new UpdateItemCommand({
          TableName: table.name,
          Key: marshall(deliveryKey(endpointId, id)),
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          ...input,
        }),
      );
      return { written: true, item: Attributes && unmarshall(Attributes) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { written: false, item: error.Item && unmarshall(error.Item) };
    }
  }

  return {
    find,

    async claim(delivery, attempt, now) {
      if (attempt === 1) {
        const found = await find(delivery.endpointId, delivery.id);
        return found ? standing(found, attempt) : { kind: 'claimed' };
      }
      const { written, item } = await update(
        {
          UpdateExpression: 'SET lease_attempt = :attempt, lease_until = :until',
          // Closes the race of two wakes for one attempt: one of them sends.
          ConditionExpression: [
            'attempts_made = :made',
            '#state = :retrying',
            '(attribute_not_exists(lease_attempt) OR lease_attempt < :attempt OR lease_until <= :now)',
          ].join(' AND '),
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: marshall({
            ':attempt': attempt,
            ':until': now.getTime() + LEASE_MS,
            ':made': attempt - 1,
            ':retrying': 'retrying',
            ':now': now.getTime(),
          }),
        },
        delivery,
      );
      if (written) return { kind: 'claimed' };
      return item ? standing(fromDeliveryItem(item), attempt) : { kind: 'superseded' };
    },

    async recordAttempt(delivery, attempt, progress) {
      const { set, names, values } = expression({
        ...fixedAttributes(delivery),
        ...progressAttributes(delivery, progress),
      });
      const { item } = await update(
        {
          UpdateExpression: `SET attempts = list_append(if_not_exists(attempts, :none), :attempt), attempts_made = :number, ${set}`,
          // Closes the race of a duplicate request: attempt n is recorded once, whoever sent it.
          ConditionExpression:
            attempt.number === 1 ? 'attribute_not_exists(attempts_made)' : 'attempts_made = :made',
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: marshall({
            ...values,
            ':none': [],
            ':attempt': [toAttemptItem(attempt)],
            ':number': attempt.number,
            ...(attempt.number === 1 ? {} : { ':made': attempt.number - 1 }),
          }),
        },
        delivery,
      );
      return fromDeliveryItem(item ?? {});
    },

    async settle(delivery, progress) {
      const { set, names, values } = expression({
        ...fixedAttributes(delivery),
        ...progressAttributes(delivery, progress),
      });
      await update(
        {
          UpdateExpression: `SET ${set}`,
          ConditionExpression: 'attribute_not_exists(pk) OR attribute_not_exists(finished_at)',
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: marshall(values),
        },
        delivery,
      );
    },

    async list(endpointId, filter) {
      const { from, to } = bounds(filter);
      if (from > to) return [];
      const items = await table.query({
        pk: deliveryKey(endpointId, '').pk,
        from,
        to,
        descending: filter.order === 'desc',
        limit: filter.limit + 1,
      });
      // The cursor's own delivery is the bound of the range and is not shown again.
      return items
        .map(fromDeliveryItem)
        .filter((delivery) => delivery.id !== filter.after)
        .slice(0, filter.limit);
    },
  };
}

/** What a wake for attempt n means for a delivery that is on record. */
function standing(delivery: Delivery, attempt: number): ClaimResult {
  const made = delivery.attempts.length;
  if (delivery.state === 'queued' && made === 0 && attempt === 1) return { kind: 'claimed' };
  if (delivery.state !== 'retrying' || made > attempt) return { kind: 'superseded' };
  if (made === attempt) return { kind: 'recorded', delivery };
  return made === attempt - 1 ? { kind: 'leased' } : { kind: 'superseded' };
}

/** `SET` parts for the values there are, `REMOVE` for those there are not. */
function expression(attributes: Record<string, unknown>) {
  const entries = Object.entries(attributes);
  const present = entries.filter(([, value]) => value !== undefined);
  const absent = entries.filter(([, value]) => value === undefined);
  const set = present.map(([name]) => `#${name} = :${name}`).join(', ');
  const remove = absent.map(([name]) => `#${name}`).join(', ');
  return {
    set: remove === '' ? set : `${set} REMOVE ${remove}`,
    names: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(present.map(([name, value]) => [`:${name}`, value])),
  };
}

/** The range of ids of a filter: an id begins with the time of its event. */
function bounds({ since, until, after, order }: DeliveryFilter): { from: string; to: string } {
  const from = since ? deliveryIdFloor(since) : '0';
  const to = until ? deliveryIdFloor(new Date(until.getTime() + 1)) : 'g';
  if (after === undefined) return { from, to };
  return order === 'desc' ? { from, to: after < to ? after : to } : { from: after > from ? after : from, to };
}
