import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { orError, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import { DELIVERY_TABLE } from '#shared/platform/store/table-definition.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { inTable, putItem, updateItem, type Write } from '#shared/platform/store/write.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { NOTIFICATION_TTL_MS } from '#shared/webhooks/domain/notification.ts';
import { rotationNoticeAt } from '#shared/webhooks/domain/rotate-secret.ts';
import type {
  RotationNotice,
  RotationNotices,
  SecretRotations,
} from '#shared/webhooks/ports/secret-rotations.ts';
import { toEndpointItem } from './endpoint-items.ts';
import { requestWrite, unchanged } from './endpoint-writes.ts';
import { dueRotationNoticesPartition, rotationNoticeKey } from './keys.ts';

const [, BY_DUE] = DELIVERY_TABLE.indexes;

const PREFIX = 'RN#';

/** The keys contain the whole notice, because the index has no other attributes. */
const dueItem = v.object({
  pk: v.pipe(v.string(), v.startsWith(PREFIX)),
  sk: v.string(),
  dueSk: v.pipe(v.string(), v.isoTimestamp()),
});

/** Secrets in the endpoint and its delivery target, and the planned notice in the delivery table, written together. */
export function createDynamoSecretRotations(core: WritableTable, deliveries: WritableTable): SecretRotations {
  return {
    async saveSecrets(before, after, context) {
      const { change } = context;
      await commit(core, context, [
        putItem(toEndpointItem(after, change), unchanged(before)),
        requestWrite(after, change),
        ...planNotice(after, change).map((write) => inTable(deliveries, write)),
      ]);
    },
  };
}

/** Without a previous secret, an earlier notice remains: the consumer compares each notice with the secrets. */
function planNotice({ workspaceId, id, secrets }: Endpoint, { at }: Change): Write[] {
  const noticeAt = rotationNoticeAt(secrets);
  if (!noticeAt) return [];
  const notice = {
    ...rotationNoticeKey(workspaceId, id),
    duePk: dueRotationNoticesPartition(),
    dueSk: noticeAt.toISOString(),
    ttl: ttlOf(new Date(at.getTime() + NOTIFICATION_TTL_MS)),
  };
  return [putItem(notice)];
}

function fromDueItem(item: Item): RotationNotice {
  const { pk, sk, dueSk } = parseItem(dueItem, item);
  return { workspaceId: pk.slice(PREFIX.length), endpointId: sk, at: new Date(dueSk) };
}

/** Planned notices in the index by due time of the delivery table. */
export function createDynamoRotationNotices(table: WritableTable): RotationNotices {
  return {
    async *readDue(before) {
      const range = { partition: dueRotationNoticesPartition(), before: before.toISOString() };
      for await (const items of partitionPages(table, { index: BY_DUE, ...range }))
        yield items.map((item) => orError(() => fromDueItem(item)));
    },

    async finish({ workspaceId, endpointId, at }) {
      const leave = { expression: 'REMOVE duePk, dueSk' };
      const same = { expression: 'dueSk = :seen', values: { ':seen': at.toISOString() } };
      await tryWrite(table, updateItem(rotationNoticeKey(workspaceId, endpointId), leave, same));
    },
  };
}
