import type { Platform } from './own-numbers.ts';

/** A message that the provider accepted, as the phone of its recipient has it. */
export type AcceptedMessage = {
  /** The ID that AWS returned. */
  readonly id: string;
  readonly platform: Platform;
  /** The number of the workspace, and that of the recipient; in E.164 format. */
  readonly from: string;
  readonly to: string;
  /** The text, or a description of content without a text. */
  readonly text: string;
  /** The message as Meta's API has it; null for SMS. */
  readonly content: Readonly<Record<string, unknown>> | null;
  /** The IDs of the sender: `Context` of an SMS, `biz_opaque_callback_data` of a WhatsApp message. */
  readonly context: Readonly<Record<string, string>>;
  /** Whether the request named a configuration set, whose topic then gets the events; true for WhatsApp. */
  readonly hasTopic: boolean;
  /** Unix time in milliseconds. */
  readonly acceptedAt: number;
};

/** Something that AWS publishes at a time: an event on the default bus, or a message to the topic. */
export type Publication = {
  readonly dueAt: number;
  readonly via: 'bus' | 'topic';
  readonly body: Readonly<Record<string, unknown>>;
};
