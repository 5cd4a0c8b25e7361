import { DAY_MS } from '#shared/platform/core/time-units.ts';
import type { Conversation } from './conversation.ts';
import { isOwnPlatform } from './message-platform.ts';
import { endOfLife } from './message-progress.ts';
import type { Message, MessageContent } from './message.ts';

/** How long after its last message from the contact a WhatsApp conversation accepts free text, in milliseconds; a rule of WhatsApp. */
const WHATSAPP_WINDOW_MS = DAY_MS;

/** A new message to the contact of a conversation, to be sent at once. */
export function newOutgoingMessage(
  { id: conversationId, workspaceId, contactId, platform, phoneNumberId }: Conversation,
  { id, content, now }: { readonly id: string; readonly content: MessageContent; readonly now: Date },
): Message {
  const life = { platform, createdAt: now };
  const due = isOwnPlatform(platform) ? { at: now, timer: true } : { at: endOfLife(life), timer: false };
  return {
    id,
    workspaceId,
    conversationId,
    contactId,
    platform,
    direction: 'out',
    content,
    status: 'queued',
    statusAt: now,
    sentAt: null,
    errorCode: null,
    provider: null,
    providerMessageId: null,
    phoneNumberId,
    claim: null,
    attempts: 0,
    due: { ...due, seq: 1 },
    planSeq: 1,
    revision: 1,
    createdAt: now,
  };
}

/** A message that a contact sent. */
export type Incoming = {
  readonly id: string;
  readonly content: MessageContent;
  readonly sentAt: Date;
  readonly provider: string;
  readonly providerMessageId: string;
};

/** The record of a message from the contact of a conversation. */
export function newIncomingMessage(
  { id: conversationId, workspaceId, contactId, platform, phoneNumberId }: Conversation,
  { id, content, sentAt, provider, providerMessageId }: Incoming,
  now: Date,
): Message {
  return {
    id,
    workspaceId,
    conversationId,
    contactId,
    platform,
    direction: 'in',
    content,
    status: 'received',
    statusAt: now,
    sentAt,
    errorCode: null,
    provider,
    providerMessageId,
    phoneNumberId,
    claim: null,
    attempts: 0,
    due: null,
    planSeq: 0,
    revision: 1,
    createdAt: now,
  };
}

type Window = Pick<Conversation, 'platform' | 'lastReceivedAt'>;

/** Whether a conversation accepts messages that are no templates. Only WhatsApp limits the time for them. */
export function acceptsFreeText(conversation: Window, now: Date): boolean {
  if (conversation.platform !== 'whatsapp') return true;
  const until = freeTextUntil(conversation);
  return until !== null && now < until;
}

/** Until when a WhatsApp conversation accepts messages that are no templates; null without a message from the contact and elsewhere. */
export function freeTextUntil({ platform, lastReceivedAt }: Window): Date | null {
  if (platform !== 'whatsapp' || lastReceivedAt === null) return null;
  return new Date(lastReceivedAt.getTime() + WHATSAPP_WINDOW_MS);
}
