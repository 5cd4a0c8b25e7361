/** One request to a host that a customer named. */
export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent one after the other as they are; their sum is the `content-length`. */
  readonly body?: readonly Uint8Array<ArrayBuffer>[];
  /** Milliseconds for everything, from the DNS to the last byte of the answer. */
  readonly deadlineMs?: number;
};

/** An answer as it came, whatever its status: redirects are not followed. */
export type HttpReply = {
  readonly status: number;
  /** By lower-case name; of a repeated header the first value. */
  readonly headers: Readonly<Record<string, string>>;
  /** Read as UTF-8. */
  readonly text: string;
};

/** Sends a request and reads its answer whole. @throws HttpFailureError if there is none. */
export type HttpClient = (request: HttpRequest) => Promise<HttpReply>;

/** How far a request got that has no answer. */
export type HttpFailureKind =
  /** The address guard forbids the URL or the host's addresses: trying again cannot help (R27, G117). */
  | 'refused'
  /** Not a byte of it left: the host cannot have acted on it. */
  | 'not_sent'
  /** Sent, at least in part: the host may have acted on it. */
  | 'unknown';

/** A request without a usable answer. The message is one sentence that a customer may read. */
export class HttpFailureError extends Error {
  override readonly name = 'HttpFailureError';
  readonly kind: HttpFailureKind;

  constructor(kind: HttpFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
