import * as v from 'valibot';
import { UpdateItemCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import type { RateCounter } from '#shared/platform/core/rate-limit.ts';
import { HOUR_SECONDS } from '#shared/platform/core/time-units.ts';
import { marshall, unmarshall } from './attribute-values.ts';
import { parseItem } from './item-schema.ts';
import { rateCounterKey } from './keys.ts';
import type { WritableTable } from './table.ts';

/** A counter that does not respond in this time is skipped: a limit must not make every request slow. */
const TIMEOUT_MS = 250;
/** Counters are deleted this long after their minute. */
const KEPT_SECONDS = HOUR_SECONDS;

const counterItem = v.object({ requests: v.number() });

/** Counters in the core table: one item per subject and minute, deleted by TTL. Tests on slow emulators wait longer. */
export function createDynamoRateCounter(table: WritableTable, timeoutMs = TIMEOUT_MS): RateCounter {
  return {
    async add(subject, minute, requests) {
      const { Attributes } = await table.client.send(
        new UpdateItemCommand({
          TableName: table.name,
          Key: marshall(rateCounterKey(subject, minute)),
          UpdateExpression: 'ADD requests :requests SET #ttl = :ttl',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: marshall({
            ':requests': requests,
            ':ttl': minute.getTime() / 1000 + KEPT_SECONDS,
          }),
          ReturnValues: 'UPDATED_NEW',
        }),
        { abortSignal: AbortSignal.timeout(timeoutMs) },
      );
      return parseItem(counterItem, unmarshall(Attributes ?? {})).requests;
    },
  };
}
