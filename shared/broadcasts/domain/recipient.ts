import type { OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import { endOfLife } from '#shared/messaging/domain/message-progress.ts';
import type { BroadcastMessage, Claim, MessageContent } from '#shared/messaging/domain/message.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import type { SkipReason } from './audience.ts';
import type { Broadcast } from './broadcast.ts';
import { RECIPIENT_MACHINE, type RecipientStatus } from './recipient-machine.ts';
import type { Sending } from './sending.ts';

/** A contact of the audience of a platform broadcast, with the result (docs/specification/broadcasts.md#recipients). One per contact and broadcast. */
export type Recipient = {
  readonly broadcastId: string;
  readonly workspaceId: string;
  readonly contactId: string;
  /** The ID of the message in events. */
  readonly messageId: string;
  readonly status: RecipientStatus;
  /** When the recipient reached its status. */
  readonly statusAt: Date;
  /** When the channel accepted the message; null before. */
  readonly sentAt: Date | null;
  /** Why the message failed, why its result is unknown, why the recipient was skipped, or why the last attempt failed; null otherwise. */
  readonly reason: string | null;
  readonly provider: string | null;
  readonly providerMessageId: string | null;
  readonly claim: Claim | null;
  /** How often the recipient was claimed, and when first. */
  readonly attempts: number;
  readonly firstClaimedAt: Date | null;
  /** While pending: no attempt before this time. Null for at once. */
  readonly notBefore: Date | null;
  /** The price of the message in units of `price.ts`, as long as it is part of `BroadcastControl.reserved`; otherwise 0. */
  readonly price: number;
  readonly revision: number;
  readonly createdAt: Date;
};

/** A broadcast that the platform sends. */
export type PlatformBroadcast = Broadcast & { readonly sending: Sending };

const SEPARATOR = '.';

/** Recipients and their counts are deleted this many milliseconds after they were added: 90 days. */
const RECIPIENT_TTL_MS = 90 * DAY_MS;

/** When recipients are deleted that were added at a time. */
export function recipientsExpireAt(addedAt: Date): Date {
  return new Date(addedAt.getTime() + RECIPIENT_TTL_MS);
}

export function isPlatformBroadcast(broadcast: Broadcast): broadcast is PlatformBroadcast {
  return broadcast.sending !== null;
}

/** The ID of the message to a recipient, as providers return it in receipts. */
export function recipientMessageId({
  broadcastId,
  contactId,
}: Pick<Recipient, 'broadcastId' | 'contactId'>): string {
  return `${broadcastId}${SEPARATOR}${contactId}`;
}

/** The recipient of a message ID; undefined for the ID of a message of a conversation. */
export function recipientOfMessage(
  messageId: string,
): Pick<Recipient, 'broadcastId' | 'contactId'> | undefined {
  const [broadcastId, contactId, ...others] = messageId.split(SEPARATOR);
  if (!broadcastId || !contactId || others.length > 0) return undefined;
  return { broadcastId, contactId };
}

/** A recipient of the audience, as it is resolved: pending, or skipped for a reason. */
export function newRecipient(
  { id: broadcastId, workspaceId }: Pick<Broadcast, 'id' | 'workspaceId'>,
  { contactId, messageId }: Pick<Recipient, 'contactId' | 'messageId'>,
  reason: SkipReason | undefined,
  now: Date,
): Recipient {
  return {
    broadcastId,
    workspaceId,
    contactId,
    messageId,
    status: reason === undefined ? RECIPIENT_MACHINE.initial : 'skipped',
    statusAt: now,
    sentAt: null,
    reason: reason ?? null,
    provider: null,
    providerMessageId: null,
    claim: null,
    attempts: 0,
    firstClaimedAt: null,
    notBefore: null,
    price: 0,
    revision: 1,
    createdAt: now,
  };
}

/** The recipient that gets no message. */
export function skipped(before: Recipient, reason: SkipReason, now: Date): Recipient {
  return {
    ...before,
    status: 'skipped',
    statusAt: now,
    reason,
    notBefore: null,
    revision: before.revision + 1,
  };
}

/** The recipient that waits until a time, for example for the end of its quiet hours. */
export function postponed(before: Recipient, notBefore: Date): Recipient {
  return { ...before, notBefore, revision: before.revision + 1 };
}

/**
 * The recipient as it is attempted at a time. The provider may defer a message for 24 hours after its first attempt. They begin again if
 * they ended while the broadcast was paused, because the message was not attempted then.
 */
export function attemptedAt(before: Recipient, platform: OwnPlatform, now: Date): Recipient {
  const { firstClaimedAt, notBefore } = before;
  if (firstClaimedAt === null) return before;
  const end = endOfLife({ platform, createdAt: firstClaimedAt });
  const isDeferredUntilEnd = notBefore !== null && notBefore >= end;
  return now < end || isDeferredUntilEnd ? before : { ...before, firstClaimedAt: null };
}

/** The recipient whose lease has ended without a result. It corresponds to `withUnknownResult` of a message. */
export function withoutResult(before: Recipient, now: Date): Recipient {
  return {
    ...before,
    status: 'unknown',
    statusAt: now,
    reason: 'result_unknown',
    claim: null,
    revision: before.revision + 1,
  };
}

/** When a recipient is due: while pending at the end of its wait, while sending at the end of its lease. */
export function dueOf({ status, notBefore, claim, statusAt, createdAt }: Recipient): Date {
  if (status === 'pending') return notBefore ?? createdAt;
  return status === 'sending' && claim ? claim.until : statusAt;
}

/** The message to a recipient, on which the rules of messages apply. @throws Error for a skipped recipient, which has no message */
export function messageTo(broadcast: PlatformBroadcast, recipient: Recipient, now: Date): BroadcastMessage {
  const { status, reason, firstClaimedAt, notBefore, workspaceId, contactId, statusAt } = recipient;
  if (status === 'skipped') throw new Error(`The recipient ${contactId} gets no message`);
  const { sending } = broadcast;
  return {
    id: recipientMessageId(recipient),
    workspaceId,
    conversationId: null,
    shownId: recipient.messageId,
    emits: sending.messageEvents,
    contactId,
    platform: sending.platform,
    direction: 'out',
    content: contentOf(broadcast),
    status: status === 'pending' ? 'queued' : status,
    statusAt,
    sentAt: recipient.sentAt,
    errorCode: reason,
    provider: recipient.provider,
    providerMessageId: recipient.providerMessageId,
    phoneNumberId: sending.phoneNumberId,
    claim: recipient.claim,
    attempts: recipient.attempts,
    due: notBefore && { at: notBefore, seq: 0, timer: false },
    planSeq: 0,
    revision: recipient.revision,
    // The 24 hours in which a message is tried again begin with its first attempt, not with the start of the broadcast.
    createdAt: firstClaimedAt ?? now,
  };
}

/** The recipient after a change of its message. */
export function afterMessage(before: Recipient, message: BroadcastMessage): Recipient {
  const { status, statusAt, claim, due } = message;
  if (status === 'received') throw new Error(`Message ${message.id} is from a contact`);
  return {
    ...before,
    status: status === 'queued' ? 'pending' : status,
    statusAt,
    sentAt: message.sentAt,
    reason: message.errorCode,
    provider: message.provider,
    providerMessageId: message.providerMessageId,
    claim,
    attempts: message.attempts,
    firstClaimedAt: before.firstClaimedAt ?? (claim && statusAt),
    notBefore: status === 'queued' ? (due?.at ?? null) : null,
    price: isUnsent(message) ? 0 : before.price,
    revision: message.revision,
  };
}

/** Whether the provider certainly has not accepted the message, so that it costs nothing. */
function isUnsent({ status, providerMessageId, sentAt }: BroadcastMessage): boolean {
  return status === 'queued' || (status === 'failed' && providerMessageId === null && sentAt === null);
}

/** The content of a broadcast as that of a message. */
export function contentOf({ message: { type, body }, sending }: PlatformBroadcast): MessageContent {
  if (type === 'text') return { type, text: body };
  if (type === 'template')
    return {
      type,
      name: body,
      language: sending.template?.language ?? '',
      parameters: sending.template?.parameters ?? [],
    };
  return { type, mediaId: sending.mediaId, text: body };
}
