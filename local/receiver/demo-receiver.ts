import type { HttpPart, PartRequest } from '#local/http-part.ts';
import { createAttemptCounts } from './attempt-counts.ts';
import { BEHAVIOURS } from './behaviours.ts';
import { control, guide } from './control.ts';
import type { Chosen } from './define-behaviour.ts';
import { jsonResponse } from './json-response.ts';
import { openKnownSecrets } from './known-secrets.ts';
import { startReceiverServer, type RequestContext } from './receiver-server.ts';
import { createRequestLog, type ResponseOutcome } from './request-log.ts';
import { verifyDelivery } from './verification.ts';

const MAX_REQUESTS = 1000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * A webhook receiver for tests: the URL chooses its behaviour, `GET /` lists the behaviours, `GET /requests` the received
 * requests. See docs/receiver-kit.md.
 */
export async function startDemoReceiver(options: {
  readonly port: number;
  /** File that stores the known secrets between runs. */
  readonly secretsFile: string;
  readonly now: () => number;
}): Promise<HttpPart> {
  const { now } = options;
  const secrets = openKnownSecrets(options.secretsFile);
  const log = createRequestLog({ requests: MAX_REQUESTS, bytes: MAX_BYTES });
  const attempts = createAttemptCounts(MAX_REQUESTS);
  const parts = { log, secrets, forgetAttempts: attempts.clear, now };

  function handle(exchange: RequestContext): void | Promise<void> {
    const { request, response } = exchange;
    const controlled = control(request, parts);
    if (controlled !== undefined) return write(response, controlled);
    return receive(exchange, choose(request.url));
  }

  function receive(exchange: RequestContext, chosen: Chosen | Rejected): void | Promise<void> {
    const { request, response } = exchange;
    const headers = flatten(request.headers);
    const path = request.url.pathname + request.url.search;
    const outcome: ResponseOutcome = { behaviour: null, status: null, completed: null, durationMs: null };
    const { secretNames } = { secretNames: undefined, ...chosen };
    const logged = log.add({
      receivedAt: now(),
      method: request.method,
      path,
      headers,
      body: request.body,
      // Requests without a delivery id, such as manual ones, count as attempts of one delivery per URL.
      attempt: attempts.count(headers['x-webhook-delivery'] ?? path),
      secretNames,
      outcome,
    });
    response.once('close', () => {
      outcome.completed = response.writableFinished;
      outcome.durationMs = now() - logged.receivedAt;
    });
    if ('rejection' in chosen) {
      outcome.status = chosen.status;
      return write(response, jsonResponse(chosen.status, { error: chosen.rejection, ...guide() }));
    }
    outcome.behaviour = chosen.behaviour;
    const isVerified = (): boolean =>
      verifyDelivery(logged, secrets.select(secretNames), secretNames).verified;
    return chosen.play({ ...exchange, outcome, isVerified }, logged.attempt);
  }

  return startReceiverServer({ port: options.port, handle });
}

type Rejected = { readonly rejection: string; readonly status: 400 | 404 };

function choose(url: URL): Chosen | Rejected {
  for (const behaviour of BEHAVIOURS) {
    const chosen = behaviour.choose(url);
    if (typeof chosen === 'string') return { rejection: chosen, status: 400 };
    if (chosen !== undefined) return chosen;
  }
  return { rejection: `nothing behaves at ${url.pathname}; these do`, status: 404 };
}

function write(response: RequestContext['response'], given: ReturnType<typeof control>): void {
  if (given === undefined) return;
  response.writeHead(given.status, given.headers).end(given.body);
}

function flatten(headers: PartRequest['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : (value ?? ''),
    ]),
  );
}
