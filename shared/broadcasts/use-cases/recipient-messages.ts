import {
  afterMessage,
  isPlatformBroadcast,
  messageTo,
  recipientOfMessage,
} from '#shared/broadcasts/domain/recipient.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { RecipientMeter } from '#shared/broadcasts/ports/recipient-meter.ts';
import type { RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';
import type { SentMessages } from '#shared/messaging/ports/message-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';

type Stores = {
  readonly broadcasts: Pick<BroadcastReader, 'find'>;
  readonly recipients: Pick<RecipientStore, 'find' | 'save'>;
  readonly meter: RecipientMeter;
};

/** The messages of broadcasts, which are stored as recipients. A skipped recipient has no message. */
export function createRecipientMessages({ broadcasts, recipients, meter }: Stores): SentMessages {
  return {
    async find(workspaceId, messageId) {
      const named = recipientOfMessage(messageId);
      if (!named) return undefined;
      const [broadcast, recipient] = await Promise.all([
        broadcasts.find(workspaceId, named.broadcastId),
        recipients.find(named.broadcastId, named.contactId),
      ]);
      if (!broadcast || !isPlatformBroadcast(broadcast)) return undefined;
      if (!recipient || recipient.status === 'skipped') return undefined;
      return messageTo(broadcast, recipient, recipient.createdAt);
    },

    async save(before, after, events, context) {
      const named = recipientOfMessage(after.id);
      if (after.conversationId !== null || !named) throw new Error(`Message ${after.id} is of no broadcast`);
      const recipient = await recipients.find(named.broadcastId, named.contactId);
      if (recipient?.revision !== before.revision) throw new ConcurrentUpdateError();
      const changed = afterMessage(recipient, after);
      await recipients.save(recipient, changed, events, context);
      meter.changed(recipient, changed, after.platform);
    },
  };
}

/** The messages of conversations and of broadcasts. The receipts of both are in one queue. */
export function createAllMessages(ofConversations: SentMessages, ofBroadcasts: SentMessages): SentMessages {
  return {
    find: (workspaceId, messageId) =>
      recipientOfMessage(messageId) === undefined
        ? ofConversations.find(workspaceId, messageId)
        : ofBroadcasts.find(workspaceId, messageId),
    save: (before, after, events, context) =>
      after.conversationId === null
        ? ofBroadcasts.save(before, after, events, context)
        : ofConversations.save(before, after, events, context),
  };
}
