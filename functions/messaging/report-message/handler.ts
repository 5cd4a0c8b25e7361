import { applyReport, type EngineReport } from '#shared/messaging/domain/engine-report.ts';
import { providerOf } from '#shared/messaging/domain/message-provider.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { loadMessage } from '#shared/messaging/http/load-message.ts';
import { messageResponse } from '#shared/messaging/http/message-view.ts';
import type { MessageStore } from '#shared/messaging/ports/message-store.ts';
import {
  type MessageEventSources,
  recordMessageEvents,
} from '#shared/messaging/use-cases/record-message-events.ts';
import type { OperationHandler, OperationRequest } from '#shared/platform/http/operation.ts';
import { requirePlausibleTime } from '#shared/platform/http/plausible-time.ts';
import type { operation } from './operation.ts';

type Dependencies = MessageEventSources & { readonly messages: Pick<MessageStore, 'find' | 'save'> };

type Body = OperationRequest<typeof operation>['body'];

/** Applies the report of an engine with its events in one transaction. A report that says nothing new writes nothing. */
export function createHandler({
  messages,
  ...sources
}: Dependencies): OperationHandler<typeof operation, Message> {
  return {
    load: (request) => loadMessage(messages, request),

    async handle({ resource: before, body, now, requestId, command }) {
      if (body.at) requirePlausibleTime(body.at, now, '#/at');
      const progress = applyReport(before, toReport(body, before, now), now);
      if (!progress) return messageResponse(200, before);
      const events = await recordMessageEvents(sources, progress, { now, requestId });
      const response = messageResponse(200, progress.message);
      await messages.save(before, progress.message, events, await command(response));
      return response;
    },
  };
}

function toReport(body: Body, { platform }: Message, now: Date): EngineReport {
  const { status, claim_token: claimToken = null, error_code: errorCode = null } = body;
  // The schema requires the token of a release.
  if (status === 'released') return { status, claimToken: claimToken ?? '', errorCode };
  return {
    status,
    claimToken,
    errorCode,
    at: body.at ?? now,
    provider: body.provider ?? providerOf(platform),
    providerMessageId: body.provider_message_id ?? null,
  };
}
