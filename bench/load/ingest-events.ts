import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ingested, PlatformClient } from './platform-client.ts';

/** An event that the platform answered with 202; the instant by `performance.now()`. */
export type AcceptedEvent = Ingested & { readonly acceptedAt: number };

export type Ingestion = {
  readonly accepted: AcceptedEvent[];
  /** Requests nobody answered. */
  connectionErrors: number;
  /** Answers that told the client to come again. */
  rejections: number;
};

const CLIENTS = 16;
const PAUSE_MS = 100;

/**
 * Sends all events, at most 16 requests at a time. An event without a 202 is not accepted and is sent again, under the
 * same dedupe key, as a client that wants its event recorded once does.
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
      const answer = await client.ingest(number, `${run}-${number}`).catch((error: unknown) => {
        if (!isUnanswered(error)) throw error;
        return 'unanswered' as const;
      });
      if (answer === 'unanswered') ingestion.connectionErrors += 1;
      else if (answer === undefined) ingestion.rejections += 1;
      else {
        ingestion.accepted.push({ ...answer, acceptedAt: performance.now() });
        return;
      }
      await wait(PAUSE_MS);
    }
  }

  await Promise.all(Array.from({ length: CLIENTS }, work));
}

/** `fetch` and the reading of its body fail with a TypeError when the connection breaks, with a DOMException in time. */
function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}
