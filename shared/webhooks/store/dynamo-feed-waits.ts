import * as v from 'valibot';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { type Condition, updateItem } from '#shared/platform/store/write.ts';
import {
  type FeedWaits,
  freePlace,
  type TakenPlace,
  WAITS_PER_WORKSPACE,
} from '#shared/webhooks/ports/feed-waits.ts';
import { feedWaitsKey } from './keys.ts';

/** Attempts to take a place while other requests of the workspace take theirs. */
const ATTEMPTS = 12;
const PAUSES = { firstMs: 5, maxMs: 80 };

const takenPlace = v.object({ keyId: v.string(), until: v.number() });

/**
 * The places of a workspace in one item of the core table, each in an attribute of its own. One conditional write takes a place of the workspace and
 * of the key: it requires that no other request has taken one since the item was read, so no race exceeds a limit. A request that finds no free place
 * costs a read and no write.
 */
export function createDynamoFeedWaits(table: WritableTable): FeedWaits {
  return {
    async enter({ workspaceId, keyId }, now, until) {
      const key = feedWaitsKey(workspaceId);
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        if (attempt > 1) await table.backOff(attempt, PAUSES);
        const item = await table.get(key);
        const place = freePlace(takenIn(item), keyId, now);
        if (place === undefined) return undefined;
        const update = {
          expression: 'SET #place = :taken, #ttl = :ttl ADD entries :one',
          names: { '#place': nameOf(place), '#ttl': 'ttl' },
          values: {
            ':taken': { keyId, until: until.getTime() },
            // Another place can end later than this one.
            ':ttl': ttlOf(new Date(until.getTime() + MINUTE_MS)),
            ':one': 1,
          },
        };
        const { written } = await tryWrite(table, updateItem(key, update, noneTakenSince(item)));
        if (written) return { workspaceId, keyId, place, until };
      }
      return undefined;
    },

    async leave({ workspaceId, keyId, place, until }) {
      const names = { '#place': nameOf(place) };
      const isOwn: Condition = {
        expression: '#place = :taken',
        names,
        values: { ':taken': { keyId, until: until.getTime() } },
      };
      const update = { expression: 'REMOVE #place', names };
      await tryWrite(table, updateItem(feedWaitsKey(workspaceId), update, isOwn));
    },
  };
}

function takenIn(item: Item = {}): readonly TakenPlace[] {
  return Array.from({ length: WAITS_PER_WORKSPACE }, (_, index) => index + 1).flatMap((place) => {
    const stored = item[nameOf(place)];
    if (stored === undefined) return [];
    const { keyId, until } = v.parse(takenPlace, stored);
    return [{ place, keyId, until: new Date(until) }];
  });
}

/** No request has taken a place since the item was read. A place that was left meanwhile only makes room. */
function noneTakenSince(item: Item | undefined): Condition {
  if (item === undefined) return { expression: 'attribute_not_exists(pk)' };
  return { expression: 'entries = :seen', values: { ':seen': item['entries'] } };
}

function nameOf(place: number): string {
  return `p${place}`;
}
