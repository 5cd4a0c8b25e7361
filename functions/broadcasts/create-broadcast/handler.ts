import { newBroadcast } from '#shared/broadcasts/domain/broadcast-edit.ts';
import { BROADCASTS_PATH } from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponse } from '#shared/broadcasts/http/broadcast-view.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly broadcasts: Pick<BroadcastStore, 'create'> };

/** Creates a draft. By default it has no specific channel and requires no approval. */
export function createHandler({ broadcasts }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, baseUrl, command }) {
      const { name, message, channel = 'all', audience = null, requires_approval = false } = body;
      const fields = {
        name,
        message,
        channel,
        audience,
        sender: 'external',
        sending: null,
        requiresApproval: requires_approval,
      } as const;
      const broadcast = newBroadcast({ id: newId(now), workspaceId }, fields, now);
      const shown = broadcastResponse(201, broadcast);
      const location = `${baseUrl}${BROADCASTS_PATH}/${broadcast.id}`;
      const response = { ...shown, headers: { Location: location, ...shown.headers } };
      await broadcasts.create(broadcast, await command(response));
      return response;
    },
  };
}
