import * as v from 'valibot';
import { MESSAGE_TEXT_LIMIT } from '#shared/events/catalogue/event-text.ts';
import type { IncomingReport, StatusReport } from '#shared/messaging/domain/provider-report.ts';
import { cutText } from '#shared/platform/core/text.ts';

const context = v.object({ workspace: v.string(), message: v.string(), stage: v.string() });

/** An event of AWS End User Messaging SMS about the status of a message. */
export const smsEventSchema = v.object({
  eventType: v.pipe(v.string(), v.startsWith('TEXT_')),
  /** Milliseconds since the epoch. */
  eventTimestamp: v.pipe(v.number(), v.minValue(0)),
  isFinal: v.optional(v.boolean(), true),
  messageId: v.string(),
  /** The `Context` of the request. If another application sent the message, its entries have other names. */
  context: v.optional(v.record(v.string(), v.string())),
});

/** A text message that a number of the account received. */
export const incomingSmsSchema = v.object({
  originationNumber: v.string(),
  destinationNumber: v.string(),
  messageBody: v.string(),
  inboundMessageId: v.string(),
});

/**
 * Why a text message failed, by the type of the event. All other types, and those that are not final, prove that AWS has accepted the
 * message and nothing else: `TEXT_SUCCESSFUL` says that the carrier accepted it, `TEXT_UNKNOWN` that no receipt came within 72 hours.
 */
const FAILURES: Readonly<Record<string, string>> = {
  TEXT_INVALID: 'destination_invalid',
  TEXT_INVALID_MESSAGE: 'message_rejected',
  TEXT_BLOCKED: 'destination_blocked',
  TEXT_CARRIER_BLOCKED: 'spam_blocked',
  TEXT_SPAM: 'spam_blocked',
  TEXT_PROTECT_BLOCKED: 'destination_blocked',
  TEXT_UNREACHABLE: 'destination_unreachable',
  TEXT_CARRIER_UNREACHABLE: 'destination_unreachable',
  TEXT_TTL_EXPIRED: 'expired',
};

/** The report of an event about a text message. */
export function readSmsEvent(event: v.InferOutput<typeof smsEventSchema>): StatusReport {
  const { eventType, eventTimestamp, isFinal, messageId } = event;
  const own = v.safeParse(context, event.context);
  const errorCode = isFinal && Object.hasOwn(FAILURES, eventType) ? (FAILURES[eventType] ?? null) : null;
  const reached = eventType === 'TEXT_DELIVERED' ? 'delivered' : 'sent';
  return {
    kind: 'status',
    news: {
      status: errorCode === null ? reached : 'failed',
      at: new Date(eventTimestamp),
      errorCode,
      provider: 'aws',
      providerMessageId: messageId,
    },
    message: own.success
      ? { stage: own.output.stage, workspaceId: own.output.workspace, messageId: own.output.message }
      : null,
    providerMessageIds: [messageId],
  };
}

/** The report of an incoming text message. AWS does not say when it was sent, so the time is that of its notification. */
export function readIncomingSms(
  sms: v.InferOutput<typeof incomingSmsSchema>,
  receivedAt: Date,
): IncomingReport {
  return {
    kind: 'incoming',
    platform: 'sms',
    provider: 'aws',
    providerMessageId: sms.inboundMessageId,
    to: sms.destinationNumber,
    from: sms.originationNumber,
    name: null,
    sentAt: receivedAt,
    text: cutText(sms.messageBody, MESSAGE_TEXT_LIMIT, 'code-points'),
    file: null,
    isKnown: true,
  };
}
