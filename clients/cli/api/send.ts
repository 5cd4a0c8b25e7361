/** One HTTP request. */
export type Outgoing = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** `discard`: the status is enough, and the body is not waited for. A response that is not valid HTTP is a response, too. */
  readonly responseBody: 'read' | 'discard';
};

export type Incoming = {
  /** 0 for a response without a status, which only `discard` accepts. */
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/**
 * Sends one request to its host, never through a proxy, and returns the response as it is: redirects are not followed.
 * @throws Error if there is no response in time; its message says why
 */
export type Send = (request: Outgoing) => Promise<Incoming>;
