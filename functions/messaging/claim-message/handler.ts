import { requireClaimable } from '#shared/messaging/domain/engine-report.ts';
import { advanced, claimed } from '#shared/messaging/domain/message-progress.ts';
import { providerOf } from '#shared/messaging/domain/message-provider.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { hasOptedOut, optedOut } from '#shared/messaging/domain/require-sendable.ts';
import { claimResponse } from '#shared/messaging/http/message-view.ts';
import type { MessageStore } from '#shared/messaging/ports/message-store.ts';
import { loadMessage } from '#shared/messaging/use-cases/load-message.ts';
import {
  type MessageEventSources,
  recordMessageEvents,
} from '#shared/messaging/use-cases/record-message-events.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = MessageEventSources & {
  readonly messages: Pick<MessageStore, 'find' | 'save' | 'claim'>;
};

type Trace = { readonly now: Date; readonly requestId: string; readonly change: () => Change };

/**
 * Claims a message for an engine. The transaction requires that neither the message nor the contact has changed since they were read, so
 * one of two engines gets the message, and none after an opt-out.
 */
export function createHandler({
  messages,
  ...sources
}: Dependencies): OperationHandler<typeof operation, Message> {
  return {
    load: (request) => loadMessage(messages, request),

    async handle({ resource: before, body, now, requestId, command, change }) {
      requireClaimable(before);
      const contact = await sources.contacts.find(before.workspaceId, before.contactId);
      if (!contact) {
        await fail(before, 'contact_not_found', { now, requestId, change });
        throw new PlatformError('contact_unreachable', 'The contact of the message was deleted.');
      }
      if (hasOptedOut(contact, before.platform)) {
        await fail(before, 'opted_out', { now, requestId, change });
        throw optedOut(before.platform);
      }
      const claim = { token: newId(now), until: new Date(now.getTime() + body.lease_seconds * 1000) };
      const after = claimed(before, claim, now);
      const response = claimResponse(after, claim);
      await messages.claim(before, after, contact, await command(response));
      return response;
    },
  };

  /** The message leaves the queue, otherwise every engine would find it until it expires. */
  async function fail(before: Message, errorCode: string, { change, ...trace }: Trace): Promise<void> {
    const news = {
      status: 'failed' as const,
      at: trace.now,
      errorCode,
      provider: providerOf(before.platform),
      providerMessageId: null,
    };
    const failed = advanced(before, news);
    if (!failed) return;
    const events = await recordMessageEvents(sources, failed, trace);
    await messages.save(before, failed.message, events, { change: change(), idempotencyRecord: null });
  }
}
