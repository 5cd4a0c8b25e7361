import type { Message } from '@aws-sdk/client-sqs';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Table } from '#shared/platform/store/table.ts';
import { planDeliveries } from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryQueue, RecoveryQueue } from '#shared/webhooks/ports/delivery-queue.ts';
import { readDispatchRecord } from '#shared/webhooks/store/dispatch-record.ts';
import type { LogEvents } from '#shared/webhooks/use-cases/log-events.ts';
import type { Take } from './redrive-messages.ts';

type Dependencies = {
  readonly queue: Pick<DeliveryQueue, 'sendAll'>;
  readonly recoveries: RecoveryQueue;
  /** Writes the logs of events; undefined without their table, so that events stay in the queue. */
  readonly logEvents: LogEvents | undefined;
  /** The table with the item of a record that was too large to be quarantined with its image. */
  readonly core: Pick<Table, 'get'> | undefined;
  readonly complain: (text: string) => void;
};

/**
 * Processes quarantined stream records as `dispatch-event` processes new ones, with the same parsers. A record that still cannot be
 * parsed stays in the queue.
 */
export function dispatchingQuarantined({ queue, recoveries, logEvents, core, complain }: Dependencies): Take {
  return async (messages) => {
    const done = await Promise.all(
      messages.map(async (message) => ((await dispatch(message)) ? message : [])),
    );
    return done.flat();
  };

  async function dispatch({ Body = '', MessageId }: Message): Promise<boolean> {
    const request = await read(Body).catch((error: unknown) => {
      complain(
        `Record ${MessageId} cannot be parsed: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
    if (request?.kind === 'event') {
      if (!logEvents) {
        complain(`Record ${MessageId} is an event; set the table of its log with --delivery-table`);
        return false;
      }
      await queue.sendAll(planDeliveries(request.event, deliveryIdFor));
      await logEvents([request.event]);
    }
    if (request?.kind === 'delivery') await queue.sendAll([request.job]);
    if (request?.kind === 'recovery') await recoveries.send(request.job);
    // A test of a notification target that was requested long ago would only confuse, so it is dropped.
    return request !== undefined;
  }

  async function read(text: string) {
    const record: DynamoDBRecord = JSON.parse(text);
    return readDispatchRecord(record.dynamodb?.NewImage ? record : await completed(record));
  }

  async function completed(record: DynamoDBRecord): Promise<DynamoDBRecord> {
    if (!core) throw new Error('it was quarantined with its keys only; set its table with --core-table');
    // The SDK and aws-lambda describe the same attribute values by two types.
    const keys = (record.dynamodb?.Keys ?? {}) as Parameters<typeof unmarshall>[0];
    const { pk, sk } = unmarshall(keys);
    const item = await core.get({ pk, sk } satisfies Key);
    if (!item) throw new Error('its item no longer exists');
    const image = marshall(item) as NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;
    return { ...record, dynamodb: { ...record.dynamodb, NewImage: image } };
  }
}
