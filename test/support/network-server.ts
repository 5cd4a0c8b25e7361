import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { startReceiverServer } from './receiver-socket.ts';
import type { ReceivedRequest, ReceiverServer } from './receiver-socket.ts';

/** What a server says to a request that it has dealt with. */
export type NetworkAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
};

/** What goes wrong with one request. `taken` and what follows it happen after the server has dealt with the request. */
export type NetworkFault =
  | 'fine'
  /** Nothing is dealt with, the answer is 503. */
  | 'error_before'
  /** Nothing is dealt with: a firewall in front answers 403 by a page of its own. */
  | 'firewall'
  /** Nothing is dealt with, and nothing is answered. */
  | 'silence_before'
  /** Nothing is dealt with, the answer leads elsewhere. */
  | 'redirect'
  /** Dealt with only when the client has given up; never answered. */
  | 'late'
  | 'taken_silence'
  | 'taken_reset'
  | 'taken_error'
  | 'taken_garbage'
  | 'taken_huge'
  /** The answer stops in the middle of its body. */
  | 'taken_half';

/** A network's server on loopback, with faults that a test plans. */
export interface NetworkServer extends ReceiverServer {
  readonly origin: string;
  /** What happens to the next requests whose path starts with `path`, one fault for each; after them all is fine. */
  plan(path: string, ...faults: readonly NetworkFault[]): void;
  /** Ends when every request has been dealt with that will be. */
  settled(): Promise<void>;
}

const LATE_MS = 400;
const HUGE = 'x'.repeat(2_000_000);

/** Starts a server; `deal` is the network. */
export async function startNetworkServer(
  deal: (request: ReceivedRequest, url: URL) => Promise<NetworkAnswer> | NetworkAnswer,
): Promise<NetworkServer> {
  const plans = new Map<string, NetworkFault[]>();
  const underWay = new Set<Promise<void>>();

  function faultFor(path: string): NetworkFault {
    for (const [prefix, faults] of plans) if (path.startsWith(prefix)) return faults.shift() ?? 'fine';
    return 'fine';
  }

  async function serve(response: ServerResponse, request: ReceivedRequest): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://network.test');
    const fault = faultFor(url.pathname);
    if (fault === 'silence_before') return;
    if (fault === 'error_before') {
      reply(response, {
        status: 503,
        json: { error: 'ServiceUnavailable', message: 'Please come back later' },
      });
      return;
    }
    if (fault === 'firewall') {
      response.writeHead(403, { 'content-type': 'text/html' }).end('<html>Access denied</html>');
      return;
    }
    if (fault === 'redirect') {
      reply(response, { status: 301, headers: { location: `http://127.0.0.1:9${url.pathname}` } });
      return;
    }
    if (fault === 'late') await wait(LATE_MS);
    const answer = await deal(request, url);
    spoil(response, fault, answer);
  }

  const server = await startReceiverServer((response, request) => {
    const work = serve(response, request).finally(() => underWay.delete(work));
    underWay.add(work);
  });
  return {
    ...server,
    origin: `http://127.0.0.1:${server.port}`,
    plan(path, ...faults) {
      plans.set(path, [...faults]);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}

function spoil(response: ServerResponse, fault: NetworkFault, answer: NetworkAnswer): void {
  if (fault === 'late' || fault === 'taken_silence') return;
  if (fault === 'taken_reset') response.destroy();
  else if (fault === 'taken_error') reply(response, { status: 502, json: undefined });
  else if (fault === 'taken_garbage') response.writeHead(200).end('<html>Welcome</html>');
  else if (fault === 'taken_huge') response.writeHead(200).end(HUGE);
  else if (fault === 'taken_half') {
    const text = JSON.stringify(answer.json);
    response.writeHead(answer.status, { 'content-length': text.length + 10 });
    response.write(text, () => response.destroy());
  } else reply(response, answer);
}

function reply(response: ServerResponse, { status, headers = {}, json }: NetworkAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(json === undefined ? '' : JSON.stringify(json));
}
