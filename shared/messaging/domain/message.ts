import type { NextJob } from '#shared/platform/core/scheduled-job.ts';
import { MESSAGE_MACHINE, type MessageState } from './message-machine.ts';
import type { MessagePlatform } from './message-platform.ts';

/** `received` is the only status of a message from a contact; the others are the states of a message to a contact. */
export const MESSAGE_STATUSES = ['received', ...MESSAGE_MACHINE.states] as const;

export type MessageStatus = 'received' | MessageState;

export const CONTENT_TYPES = ['text', 'template', 'image', 'video', 'audio', 'document', 'other'] as const;

/** Kinds of files that a message can contain. */
export const MEDIA_TYPES = ['image', 'video', 'audio', 'document'] as const;

export type MediaType = (typeof MEDIA_TYPES)[number];

/**
 * The content of a message. A template is a text that WhatsApp has approved; `parameters` fill its placeholders in their order. `other`
 * is a kind of message from a contact that the platform does not know, such as a location. Personal data.
 */
export type MessageContent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'template';
      readonly name: string;
      readonly language: string;
      readonly parameters: readonly string[];
    }
  /** `mediaId` is a file of the media library; null if a received file could not be stored. `text` is the caption. */
  | { readonly type: MediaType; readonly mediaId: string | null; readonly text: string | null }
  | { readonly type: 'other'; readonly text: string | null };

/** The right of one sender to send a message, until the lease ends. */
export type Claim = {
  /** Identifies the claim, so that a report of an earlier claim changes nothing. */
  readonly token: string;
  readonly until: Date;
};

/** One message of a conversation (docs/specification/messaging.md#messages). Personal data. */
export type Message = {
  readonly id: string;
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly contactId: string;
  readonly platform: MessagePlatform;
  readonly direction: 'in' | 'out';
  readonly content: MessageContent;
  readonly status: MessageStatus;
  /** When the message reached its status. */
  readonly statusAt: Date;
  /** When the channel accepted the message, or when the contact sent it; null before. */
  readonly sentAt: Date | null;
  /** Why the message failed, why its result is unknown, or why the last attempt to send it failed while it is queued; null otherwise. */
  readonly errorCode: string | null;
  /** The company whose API the message is sent through, such as `aws`; null until it is known. */
  readonly provider: string | null;
  /** The ID that the provider gave the message; null until it is known. */
  readonly providerMessageId: string | null;
  /** The phone number of the workspace that the message is sent from or was sent to; null where an engine sends. */
  readonly phoneNumberId: string | null;
  readonly claim: Claim | null;
  /** How often the message was claimed. */
  readonly attempts: number;
  /** The next job: the send while queued, the end of the lease while sending, the last deadline for a receipt while unknown. */
  readonly due: NextJob | null;
  /** Sequence number of the last job. Every change of the job increments it. */
  readonly planSeq: number;
  readonly revision: number;
  readonly createdAt: Date;
};

/** Which events about its messages a broadcast emits: those of every status, those of failures, or none. */
export const EMITTED_EVENTS = ['all', 'failed', 'none'] as const;

/**
 * A message of a broadcast to one recipient (docs/specification/broadcasts.md#platform-broadcasts). It is stored as the recipient, and belongs to no
 * conversation.
 */
export type BroadcastMessage = Omit<Message, 'conversationId'> & {
  readonly conversationId: null;
  /** The ID in events, a UUID. `id` consists of the IDs of the broadcast and the contact. */
  readonly shownId: string;
  readonly emits: (typeof EMITTED_EVENTS)[number];
};

/** A message that a provider sends. */
export type SentMessage = Message | BroadcastMessage;

/** The text of a message: for a template, its name and the values of its placeholders, because the text is stored at WhatsApp. */
export function textOf(content: MessageContent): string | null {
  return content.type === 'template' ? [content.name, ...content.parameters].join(' · ') : content.text;
}
