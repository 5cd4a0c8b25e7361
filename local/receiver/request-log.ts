/** The response to a request; filled in while it is sent. */
export type ResponseOutcome = {
  /** Name of the behaviour, or null if the path has none. */
  behaviour: string | null;
  /** Null before a status was sent, or if none was sent. */
  status: number | null;
  /** Whether the whole response was sent; null while it is being sent. */
  completed: boolean | null;
  durationMs: number | null;
};

export type LoggedRequest = {
  readonly id: number;
  /** Unix time in milliseconds. */
  readonly receivedAt: number;
  readonly method: string;
  /** The path with its query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly attempt: number;
  /** Names of the secrets to verify with, from the URL; undefined for all. */
  readonly secretNames: string | undefined;
  readonly outcome: ResponseOutcome;
};

export type RequestFilter = {
  /** A prefix of the path. */
  readonly path?: string | undefined;
  readonly delivery?: string | undefined;
  readonly limit?: number | undefined;
};

export type RequestLog = {
  add(request: Omit<LoggedRequest, 'id'>): LoggedRequest;
  /** Newest first. */
  list(filter: RequestFilter): readonly LoggedRequest[];
  /** The number of requests kept, and of those dropped to make room. */
  counts(): { readonly kept: number; readonly dropped: number };
  clear(): void;
};

/** Keeps the newest requests within limits of count and bytes, so that a load test does not exhaust the memory. */
export function createRequestLog(most: { readonly requests: number; readonly bytes: number }): RequestLog {
  const requests: LoggedRequest[] = [];
  let bytes = 0;
  let dropped = 0;
  let lastId = 0;

  return {
    add(request) {
      const logged = { ...request, id: ++lastId };
      requests.unshift(logged);
      bytes += sizeOf(logged);
      while (requests.length > most.requests || bytes > most.bytes) {
        const oldest = requests.pop();
        if (oldest === undefined) break;
        bytes -= sizeOf(oldest);
        dropped += 1;
      }
      return logged;
    },
    list: ({ path = '', delivery, limit = most.requests }) =>
      requests
        .filter((each) => each.path.startsWith(path))
        .filter((each) => delivery === undefined || each.headers['x-webhook-delivery'] === delivery)
        .slice(0, limit),
    counts: () => ({ kept: requests.length, dropped }),
    clear() {
      requests.length = 0;
      bytes = 0;
      dropped = 0;
    },
  };
}

function sizeOf({ path, headers, body }: LoggedRequest): number {
  return path.length + JSON.stringify(headers).length + body.length;
}
