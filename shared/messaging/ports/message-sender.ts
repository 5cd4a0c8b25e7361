import type { SentMessage } from '#shared/messaging/domain/message.ts';
import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';

/** A file of a message. `key` is that of the object in the bucket of the media library. */
export type OutgoingFile = { readonly key: string; readonly contentType: string; readonly fileName: string };

/** One message to one recipient. */
export type SendRequest = {
  readonly message: SentMessage;
  /** The number of the workspace that the message comes from. */
  readonly from: PhoneNumber;
  /** The phone number of the contact as people dial it, in E.164 format. */
  readonly to: string;
  readonly file: OutgoingFile | null;
};

/**
 * The result of one call of the provider's API. A provider has no idempotency key, so a request without a response is never
 * repeated: only `accepted`, `rejected` and `deferred` say with certainty what happened.
 */
export type SendResult =
  /** The provider accepted the message under this ID. */
  | { readonly kind: 'accepted'; readonly providerMessageId: string }
  /** The provider rejected the message, and would reject it again. `code` is one of the platform's error codes for messages. */
  | { readonly kind: 'rejected'; readonly code: string }
  /** The provider certainly has not accepted the message, and can accept it later. */
  | { readonly kind: 'deferred'; readonly code: string; readonly retryAfterMs: number | null }
  /** The provider may have accepted the message. Its receipt decides. */
  | { readonly kind: 'unknown'; readonly code: string };

/** Sends messages through one provider. */
export type MessageSender = {
  /** The name of the provider, as in `provider` of event data. */
  readonly provider: string;

  /** Sends a message with exactly one request to the provider. Never throws for a response of the provider. */
  send(request: SendRequest): Promise<SendResult>;
};
