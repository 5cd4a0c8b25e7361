import type { AttemptOutcome } from '#shared/webhooks/domain/delivery.ts';

/** One request to a receiver. `body` is sent byte for byte, because these bytes were signed. */
export type WebhookRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Texts of the headers that are hidden in the response text, because receivers show requests in their error pages. */
  readonly secrets?: readonly string[];
};

/** The result of one attempt. */
export type SendResult = {
  readonly outcome: AttemptOutcome;
  /** Status of the response, or null if no complete status line and headers arrived. */
  readonly statusCode: number | null;
  /** Milliseconds from the call to the end of the response or the timeout, without stalls of this process. */
  readonly durationMs: number;
  /** One actionable sentence for the customer, without internal addresses; null after a success. */
  readonly error: string | null;
  /** The `Retry-After` header as received (RFC 9110, 10.2.3), for any status. */
  readonly retryAfter: string | null;
  /** First 512 bytes of a non-2xx response as text, with `•••` instead of secrets; null if there is no body or it is compressed. */
  readonly responseText: string | null;
};

/** Sends one signed request (docs/specification/webhooks.md#receiver-responses). */
export type WebhookSender = {
  /** Resolves for every behaviour of the receiver; rejects only for a request that the platform built incorrectly. */
  send(request: WebhookRequest): Promise<SendResult>;
};
