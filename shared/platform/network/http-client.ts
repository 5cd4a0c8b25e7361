/** One request to a host of a customer. */
export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in order, without separators; the sum of the lengths is the `content-length`. */
  readonly body?: readonly Uint8Array<ArrayBuffer>[];
  /** Timeout from DNS to the last byte of the response, in milliseconds. */
  readonly deadlineMs?: number;
  /** Whether the beginning of a response is enough: then a longer one is cut and is no error. */
  readonly beginning?: boolean;
};

/** A response of any status; redirects are not followed. */
export type HttpReply = {
  readonly status: number;
  /** By lower-case name; the first value of a repeated header. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded as UTF-8. */
  readonly text: string;
};

/** Sends a request and reads the complete response. @throws HttpFailureError if there is none */
export type HttpClient = (request: HttpRequest) => Promise<HttpReply>;

/** How far a request without a response got. */
export type HttpFailureKind =
  /** The address guard rejected the URL or an address of the host; a retry cannot help. */
  | 'blocked'
  /** Nothing was sent, so the host cannot have processed the request. */
  | 'not_sent'
  /** Sent at least in part, so the host may have processed the request. */
  | 'unknown';

/** A request without a usable response. The message is one sentence for the customer. */
export class HttpFailureError extends Error {
  override readonly name = 'HttpFailureError';
  readonly kind: HttpFailureKind;

  constructor(kind: HttpFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
