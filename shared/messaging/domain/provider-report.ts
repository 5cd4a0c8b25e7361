import type { CallbackData } from './callback-data.ts';
import type { OwnPlatform } from './message-platform.ts';
import type { StatusNews } from './message-progress.ts';

/** A file of a message from a contact, as the provider names it. */
export type IncomingFile = {
  readonly type: 'image' | 'video' | 'audio' | 'document';
  readonly providerFileId: string;
  readonly fileName: string | null;
  readonly caption: string | null;
};

/** A message from a contact, as a provider reports it. Personal data. */
export type IncomingReport = {
  readonly kind: 'incoming';
  readonly platform: OwnPlatform;
  readonly provider: string;
  readonly providerMessageId: string;
  /** Phone numbers of the workspace and of the contact in E.164 format. */
  readonly to: string;
  readonly from: string;
  /** The name that the contact chose; null if unknown. */
  readonly name: string | null;
  readonly sentAt: Date;
  /** Null for a message without text. */
  readonly text: string | null;
  readonly file: IncomingFile | null;
  /** Whether the platform knows this kind of message. */
  readonly isKnown: boolean;
};

/** News about the status of a message. */
export type StatusReport = {
  readonly kind: 'status';
  readonly news: StatusNews;
  /** The message, if the receipt names it by its own ID. */
  readonly message: CallbackData | null;
  /** Ids that the provider uses for the message. */
  readonly providerMessageIds: readonly string[];
};

/** One entry of a receipt. */
export type ProviderReport = IncomingReport | StatusReport;

/** What one message of the queue of receipts contains. */
export type Receipt = {
  readonly reports: readonly ProviderReport[];
  /** The number of parts that have an unknown form. */
  readonly unreadable: number;
};
