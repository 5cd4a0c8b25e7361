import { EVENT_TTL_MS, type RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { toEventItem } from '#shared/events/store/event-items.ts';
import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { idempotencyWrites, toLastChange } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import { deliveryKey, requestKey } from '#shared/platform/store/keys.ts';
import { DISPATCH_FILTER } from '#shared/platform/store/table-definition.ts';
import type { Table } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/write.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryRequests } from '#shared/webhooks/ports/delivery-requests.ts';
import { toQueuedDeliveryItem } from './delivery-items.ts';

/** Requested deliveries: the delivery in its table, and beside it in the core table what the stream dispatches. */
export function createDynamoDeliveryRequests(core: Table, deliveries: Table): DeliveryRequests {
  return {
    async requestEvent(event, delivery, context) {
      const writes = [
        ...idempotencyWrites(core.name, context),
        recordedFor(event, delivery, context.change),
        putQueued(delivery),
      ];
      await commit(core.client, writes, context.change.nonce);
    },

    async requestResend(resend, original, job, context, onlyAfter) {
      const request: Write = {
        kind: 'put',
        table: core.name,
        item: {
          ...requestKey(resend.id),
          [DISPATCH_FILTER.kindAttribute]: 'delivery',
          [DISPATCH_FILTER.fanOutAttribute]: 1,
          ...(isRecovery(context.change) ? {} : subjectOf(resend)),
          job,
          ttl: ttlOf(new Date(resend.createdAt.getTime() + EVENT_TTL_MS)),
          last_change: toLastChange(context.change),
        },
      };
      const writes = [
        ...idempotencyWrites(core.name, context),
        putQueued(resend),
        linkFrom(original, resend, onlyAfter),
        request,
      ];
      try {
        await commit(core.client, writes, context.change.nonce);
        return true;
      } catch (error) {
        if (error instanceof AlreadyRequestedError) return true;
        if (error instanceof ResentMeanwhileError) return false;
        throw error;
      }
    },
  };

  /** An event that somebody asked for: the audit log tells of the delivery they were promised. */
  function recordedFor(event: RecordedEvent, delivery: Delivery, change: Change): Write {
    return { kind: 'put', table: core.name, item: { ...subjectOf(delivery), ...toEventItem(event, change) } };
  }

  /** Closes the race of a repeated background run: the second request for the same resend writes nothing. */
  function putQueued(delivery: Delivery): Write {
    const condition = { when: 'attribute_not_exists(pk)', onFailure: () => new AlreadyRequestedError() };
    return { kind: 'put', table: deliveries.name, item: toQueuedDeliveryItem(delivery), condition };
  }

  /** The first delivery of a chain counts all of its resends and knows the last (G108). */
  function linkFrom(
    original: Delivery,
    resend: Delivery,
    onlyAfter: { lastResendId: string | null } | undefined,
  ): Write {
    const write = {
      kind: 'update',
      table: deliveries.name,
      key: deliveryKey(original.endpointId, resend.resendOf ?? original.id),
      // All of them, since nothing else leads from a delivery to its resends: an erasure has to find each.
      set: 'SET last_resend_id = :resend ADD resend_count :one, resends :resends',
    } as const;
    const values = { ':resend': resend.id, ':one': 1, ':resends': new Set([resend.id]) };
    if (!onlyAfter) {
      const condition = { when: 'attribute_exists(pk)', onFailure: () => new ConcurrentUpdateError() };
      return { ...write, values, condition };
    }
    // Closes the race of two recoveries, or of a recovery and a person: one of them sends it again.
    const onFailure = () => new ResentMeanwhileError();
    const { lastResendId } = onlyAfter;
    if (lastResendId === null) {
      const when = 'attribute_exists(pk) AND attribute_not_exists(last_resend_id)';
      return { ...write, values, condition: { when, onFailure } };
    }
    return {
      ...write,
      values: { ...values, ':seen': lastResendId },
      condition: { when: 'last_resend_id = :seen', onFailure },
    };
  }
}

/** A recovery is in the audit log itself; each of what may be thousands of resends would drown it. */
function isRecovery({ actor }: Change): boolean {
  return actor.kind === 'system';
}

/** How the audit log names a requested delivery; the item of a test is the event's, with an id of its own. */
function subjectOf({ id, workspaceId }: Delivery) {
  return { resource: 'delivery' satisfies AuditedResource, resource_id: id, id, workspace_id: workspaceId };
}

class ResentMeanwhileError extends Error {
  override readonly name = 'ResentMeanwhileError';
}

class AlreadyRequestedError extends Error {
  override readonly name = 'AlreadyRequestedError';
}
