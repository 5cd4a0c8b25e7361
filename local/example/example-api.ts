import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export type ExampleApi = {
  /** Returns the body of a 2xx response, parsed. @throws Error for any other response */
  send(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<unknown>;
  /** Repeats `read` until it returns true or the deadline has passed. */
  waitUntil(read: () => Promise<boolean>, deadlineMs: number): Promise<void>;
};

type Answer = { readonly status: number; readonly text: string };

/** The gateway throttled the request, or a function could not serve it. */
const RETRIED = [429, 503];
/** Milliseconds before each repetition of such a request. */
const RETRY_DELAYS = [200, 1000, 5000];
const POLL_MS = 250;

/** A client of the API with a key. Every request and every wait ends with `signal`. */
export function createExampleApi({
  baseUrl,
  apiKey,
  signal,
}: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly signal: AbortSignal;
}): ExampleApi {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };

  // Node's `fetch` would take 35 MB of memory, which the stack does not need otherwise.
  function exchange(method: string, path: string, body: string, key: string | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = { 'content-length': Buffer.byteLength(body) };
      const once = key === undefined ? {} : { 'idempotency-key': key };
      request(baseUrl + path, { method, signal, headers: { ...headers, ...length, ...once } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('error', reject);
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      })
        .once('error', reject)
        .end(body);
    });
  }

  return {
    async send(method, path, body, idempotencyKey) {
      const given = body === undefined ? '' : JSON.stringify(body);
      let answer = await exchange(method, path, given, idempotencyKey);
      for (const delay of RETRY_DELAYS) {
        if (!RETRIED.includes(answer.status)) break;
        await wait(delay, undefined, { signal });
        answer = await exchange(method, path, given, idempotencyKey);
      }
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      const parsed: unknown = JSON.parse(answer.text);
      return parsed;
    },
    async waitUntil(read, deadlineMs) {
      const deadline = performance.now() + deadlineMs;
      while (!(await read()) && performance.now() < deadline) await wait(POLL_MS, undefined, { signal });
    },
  };
}
