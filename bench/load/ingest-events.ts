import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ingested, PlatformClient } from './platform-client.ts';

/** An event that was accepted with 202; times are from `performance.now()`. */
export type AcceptedEvent = Ingested & { readonly acceptedAt: number };

export type Ingestion = {
  readonly accepted: AcceptedEvent[];
  /** Requests without a response. */
  connectionErrors: number;
  /** Responses that asked the client to retry. */
  rejections: number;
};

const CLIENTS = 16;
const PAUSE_MS = 100;

/**
 * Sends all events with at most 16 concurrent requests. An event without a 202 is not accepted and is sent again with the
 * same dedupe key, as a client does that wants each event recorded once.
 */
export async function ingestEvents(options: {
  readonly client: Pick<PlatformClient, 'ingest'>;
  readonly events: number;
  readonly rate: number | undefined;
  readonly signal: AbortSignal;
  readonly ingestion: Ingestion;
}): Promise<void> {
  const { client, events, rate, signal, ingestion } = options;
  const run = randomUUID();
  const startedAt = performance.now();
  let next = 0;

  async function work(): Promise<void> {
    while (next < events && !signal.aborted) {
      const number = next++;
      if (rate !== undefined) {
        const ahead = startedAt + (number / rate) * 1000 - performance.now();
        if (ahead > 0) await wait(ahead);
      }
      await sendUntilAccepted(number);
    }
  }

  async function sendUntilAccepted(number: number): Promise<void> {
    while (!signal.aborted) {
      const response = await client.ingest(number, `${run}-${number}`).catch((error: unknown) => {
        if (!isConnectionError(error)) throw error;
        return 'no-response' as const;
      });
      if (response === 'no-response') ingestion.connectionErrors += 1;
      else if (response === undefined) ingestion.rejections += 1;
      else {
        ingestion.accepted.push({ ...response, acceptedAt: performance.now() });
        return;
      }
      await wait(PAUSE_MS);
    }
  }

  await Promise.all(Array.from({ length: CLIENTS }, work));
}

/** `fetch` throws a TypeError if the connection breaks, also while reading the body, and a DOMException on a timeout. */
function isConnectionError(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}
