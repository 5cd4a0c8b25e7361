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

/** Creates a draft for the failed recipients of a broadcast, and for those whose result is unknown if the client asks for it. */
export function createHandler({
  broadcasts,
  recipients,
}: Dependencies): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(broadcasts, request),

    async handle({ resource, body: { include_unknown: includesUnknown }, now, baseUrl, command }) {
      const failed = requireRetryable(resource);
      const counts = await recipients.readCounts(failed.id);
      if (counts.failed + (includesUnknown ? counts.unknown : 0) === 0)
        throw new PlatformError(
          broadcastsErrors.broadcast_nothing_to_retry,
          nothingToRetry(includesUnknown ? 0 : counts.unknown),
        );
      const draft = retryOf(failed, { includesUnknown }, newId(now), now);
      const response = createdBroadcast(draft, baseUrl);
      await broadcasts.create(draft, await command(response));
      return response;
    },
  };
}

function nothingToRetry(unknown: number): string {
  if (unknown === 0)
    return 'No recipient of the broadcast has a status that this request retries. Recipients are kept for 90 days.';
  return (
    `No recipient of the broadcast has the status failed, and the result of ${unknown} is unknown. They may have got the message: with ` +
    '`include_unknown: true`, they can get it a second time.'
  );
}
