/** How a request was answered; filled in while it happens. */
export type AnswerGiven = {
  /** Name of the behaviour, or null where there is none at this path. */
  behaviour: string | null;
  /** Null as long as, or because, no status was answered. */
  status: number | null;
  /** Whether the whole answer was sent; null while it is going on. */
  completed: boolean | null;
  durationMs: number | null;
};

export type LoggedRequest = {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly attempt: number;
  /** Names of the secrets to verify with, as the URL asked; all if undefined. */
  readonly secretNames: string | undefined;
  readonly answer: AnswerGiven;
};

export type RequestFilter = {
  /** What the path has to begin with. */
  readonly path?: string | undefined;
  readonly delivery?: string | undefined;
  readonly limit?: number | undefined;
};

export type RequestLog = {
  add(request: Omit<LoggedRequest, 'id'>): LoggedRequest;
  /** Newest first. */
  list(filter: RequestFilter): readonly LoggedRequest[];
  /** How many are kept, and how many were dropped to make room. */
  counts(): { readonly kept: number; readonly dropped: number };
  clear(): void;
};

/** Keeps the newest requests within a count and within bytes, so that a receiver under load does not eat the machine. */
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
