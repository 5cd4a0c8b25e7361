import { requireClaimable } from '#shared/messaging/domain/engine-report.ts';
import { claimed } from '#shared/messaging/domain/message-progress.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { hasOptedOut, optedOut } from '#shared/messaging/domain/require-sendable.ts';
import * as messagingErrors from '#shared/messaging/errors.ts';
import { loadMessage } from '#shared/messaging/http/load-message.ts';
import { claimResponse } from '#shared/messaging/http/message-view.ts';
import type { MessageStore } from '#shared/messaging/ports/message-store.ts';
import { failBeforeSending } from '#shared/messaging/use-cases/fail-before-sending.ts';
import type { MessageEventSources } from '#shared/messaging/use-cases/record-message-events.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = MessageEventSources & {
  readonly messages: Pick<MessageStore, 'find' | 'save' | 'claim'>;
};

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

    async handle({ resource: before, body, now, command, change }) {
      requireClaimable(before);
      // The message leaves the queue, otherwise every engine would find it until it expires.
      const fail = (errorCode: string) =>
        failBeforeSending({ ...sources, store: messages }, before, errorCode, change());
      const contact = await sources.contacts.find(before.workspaceId, before.contactId);
      if (!contact) {
        await fail('contact_not_found');
        throw new PlatformError(
          messagingErrors.contact_unreachable,
          'The contact of the message was deleted.',
        );
      }
      if (hasOptedOut(contact, before.platform)) {
        await fail('opted_out');
        throw optedOut(before.platform);
      }
      const claim = { token: newId(now), until: new Date(now.getTime() + body.lease_seconds * 1000) };
      const after = claimed(before, claim, now);
      const response = claimResponse(after, claim);
      await messages.claim(before, after, contact, await command(response));
      return response;
    },
  };
}
