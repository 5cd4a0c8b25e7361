import { newBroadcast } from '#shared/broadcasts/domain/broadcast-edit.ts';
import { requireFittingContent } from '#shared/broadcasts/domain/platform-content.ts';
import { channelOfSending } from '#shared/broadcasts/domain/sending.ts';
import { createdBroadcast } from '#shared/broadcasts/http/created-broadcast.ts';
import { toNewSending } from '#shared/broadcasts/http/sending-body.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import {
  type AudienceSources,
  requireAudienceSource,
} from '#shared/broadcasts/use-cases/require-audience.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = AudienceSources & { readonly broadcasts: Pick<BroadcastStore, 'create'> };

/** Creates a draft. By default your messaging system sends it, and it has no specific channel and requires no approval. */
export function createHandler({ broadcasts, imports }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, baseUrl, command }) {
      const { name, message, audience = null, requires_approval = false, sender } = body;
      const sending = body.sending ? toNewSending(body.sending) : null;
      const channel = body.channel ?? (sending ? channelOfSending(sending) : 'all');
      const fields = { name, message, channel, audience, sender, sending };
      requireFittingContent(fields, body.channel);
      await requireAudienceSource({ broadcasts, imports }, { workspaceId, sending, audience }, now);
      const identity = { id: newId(now), workspaceId };
      const broadcast = newBroadcast(identity, { ...fields, requiresApproval: requires_approval }, now);
      const response = createdBroadcast(broadcast, baseUrl);
      await broadcasts.create(broadcast, await command(response));
      return response;
    },
  };
}
