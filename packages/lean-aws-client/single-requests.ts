import type { Agent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';

/** An import of node:http would evaluate its lazy members, which takes 40 ms of a cold start (see node-http.ts). */
const { Agent: HttpAgent } = process.getBuiltinModule('node:http');

/** Longest time in milliseconds to connect, and from the begin of a request to the end of its response. */
const CONNECT_MS = 3000;
const RESPONSE_MS = 10_000;

/** How a call ended. `wasSent` is false only if the service certainly has not received the request. */
export type SingleResult<Output> =
  | { readonly kind: 'done'; readonly output: Output }
  | { readonly kind: 'failed'; readonly error: unknown; readonly wasSent: boolean };

export type SingleRequests = {
  /** Settings of a client of the SDK that makes exactly one request per call. */
  readonly settings: { readonly maxAttempts: 1; readonly requestHandler: NodeHttpHandler };
  /** Makes a call with these options. Never throws. */
  send<Output>(
    call: (options: { readonly abortSignal: AbortSignal }) => Promise<Output>,
  ): Promise<SingleResult<Output>>;
};

/**
 * Calls of a service without idempotency keys, of which a repeated one would have a second effect. After a failure it must be known
 * whether the service can have received the request. Each request has a connection of its own, so an idle connection that the service
 * has closed never costs a request. An error before the connection is established, TLS included, proves that nothing was sent; any
 * other error proves nothing.
 */
export function createSingleRequests(
  limits: Limits = { connectMs: CONNECT_MS, responseMs: RESPONSE_MS },
): SingleRequests {
  const handler = new SingleRequestHandler(limits);
  return {
    settings: { maxAttempts: 1, requestHandler: handler },

    async send(call) {
      const watch = handler.watch();
      try {
        return { kind: 'done', output: await call({ abortSignal: watch.signal }) };
      } catch (error) {
        return { kind: 'failed', error, wasSent: handler.wasSent(watch.signal, error) };
      } finally {
        watch.end();
      }
    },
  };
}

type Limits = { readonly connectMs: number; readonly responseMs: number };
type Handle = NodeHttpHandler['handle'];

/** The request handler of the SDK with connections that are used once and observed. */
class SingleRequestHandler extends NodeHttpHandler {
  /** What starts the time of a call, by its signal. */
  readonly #waiting = new WeakMap<object, () => void>();
  readonly #began = new WeakSet<object>();
  readonly #beforeConnection: WeakSet<object>;
  readonly #responseMs: number;

  constructor({ connectMs, responseMs }: Limits) {
    const beforeConnection = new WeakSet<object>();
    const observe = (socket: Duplex | null | undefined, established: string) =>
      observeConnection(socket, { established, connectMs, beforeConnection });

    class ObservedHttpAgent extends HttpAgent {
      override createConnection(...args: Parameters<Agent['createConnection']>) {
        return observe(super.createConnection(...args), 'connect');
      }
    }
    class ObservedHttpsAgent extends HttpsAgent {
      override createConnection(...args: Parameters<HttpsAgent['createConnection']>) {
        return observe(super.createConnection(...args), 'secureConnect');
      }
    }
    super({
      httpAgent: new ObservedHttpAgent({ keepAlive: false }),
      httpsAgent: new ObservedHttpsAgent({ keepAlive: false }),
    });
    this.#responseMs = responseMs;
    this.#beforeConnection = beforeConnection;
  }

  /** A signal that ends a call in time. The time starts with the request: what the SDK does before takes long in a cold start. */
  watch(): { readonly signal: AbortSignal; readonly end: () => void } {
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    this.#waiting.set(controller.signal, () => {
      timer = setTimeout(() => controller.abort(), this.#responseMs);
    });
    return { signal: controller.signal, end: () => clearTimeout(timer) };
  }

  override async handle(...[request, options]: Parameters<Handle>): ReturnType<Handle> {
    const signal = options?.abortSignal;
    if (signal) {
      this.#began.add(signal);
      this.#waiting.get(signal)?.();
    }
    return super.handle(request, options);
  }

  /** Whether a call with this signal, which failed with this error, can have reached the service. */
  wasSent(signal: AbortSignal, error: unknown): boolean {
    // Before `handle`, the SDK has only prepared the request: the credentials or the input are invalid.
    if (!this.#began.has(signal)) return false;
    return !(typeof error === 'object' && error !== null && this.#beforeConnection.has(error));
  }
}

function observeConnection<S extends Duplex | null | undefined>(
  socket: S,
  {
    established,
    connectMs,
    beforeConnection,
  }: {
    readonly established: string;
    readonly connectMs: number;
    readonly beforeConnection: WeakSet<object>;
  },
): S {
  if (!socket) return socket;
  let isEstablished = false;
  const timer = setTimeout(
    () => socket.destroy(new Error('The connection was not established in time')),
    connectMs,
  );
  socket.once(established, () => {
    isEstablished = true;
    clearTimeout(timer);
  });
  // Before the listener of the HTTP client, which passes the same error on.
  socket.once('error', (error) => {
    if (!isEstablished) beforeConnection.add(error);
  });
  socket.once('close', () => clearTimeout(timer));
  return socket;
}
