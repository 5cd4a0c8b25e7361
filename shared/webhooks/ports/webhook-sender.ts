import type { AttemptOutcome } from '#shared/webhooks/domain/attempt-outcome.ts';

/** One request to a receiver: `body` is sent byte for byte as given, because it is what was signed. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What one attempt came to. */
export interface SendResult {
  readonly outcome: AttemptOutcome;
  /** Status of the answer, or null when no complete status line and headers arrived. */
  readonly statusCode: number | null;
  /** Whole attempt in milliseconds, from the call to the end of the answer or of our patience. */
  readonly durationMs: number;
  /** One actionable sentence for the customer without internal addresses; null after a success. */
  readonly error: string | null;
  /** The `Retry-After` header as received (RFC 9110, 10.2.3), whatever the status. */
  readonly retryAfter: string | null;
  /** First 512 bytes of a non-2xx answer as text (R19); null if there is none or it is compressed. */
  readonly responseText: string | null;
}

/** Sends one signed request (specification, Delivery behaviour 1-3). */
export interface WebhookSender {
  /** Resolves whatever the receiver does; rejects only for a request that we built wrong ourselves. */
  send(request: WebhookRequest): Promise<SendResult>;
}
