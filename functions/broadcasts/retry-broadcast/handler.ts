import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { requireRetryable, retryOf } from '#shared/broadcasts/domain/retry-broadcast.ts';
import * as broadcastsErrors from '#shared/broadcasts/errors.ts';
import { createdBroadcast } from '#shared/broadcasts/http/created-broadcast.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { RecipientReader } from '#shared/broadcasts/ports/recipient-store.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly broadcasts: Pick<BroadcastStore, 'find' | 'create'>;
  readonly recipients: Pick<RecipientReader, 'readCounts'>;
};

/** Creates a draft for the failed recipients of a broadcast. */
export function createHandler({
  broadcasts,
  recipients,
}: Dependencies): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(broadcasts, request),

    async handle({ resource, now, baseUrl, command }) {
      const failed = requireRetryable(resource);
      const counts = await recipients.readCounts(failed.id);
      if (counts.failed === 0) {
        const detail =
          'No recipient of the broadcast has the status failed. Recipients are kept for 90 days.';
        throw new PlatformError(broadcastsErrors.broadcast_nothing_to_retry, detail);
      }
      const draft = retryOf(failed, newId(now), now);
      const response = createdBroadcast(draft, baseUrl);
      await broadcasts.create(draft, await command(response));
      return response;
    },
  };
}
