import { setTimeout as wait } from 'node:timers/promises';
import { ingestEvents } from './ingest-events.ts';
import { startLoadReceiver } from './load-receiver.ts';
import type { PlatformClient } from './platform-client.ts';

const EVENTS = 300;
const WITHIN_MS = 60_000;

/**
 * Delivers events to an endpoint of its own, which it then deletes. Functions of the local stack load at their first invocation,
 * and V8 compiles code that runs often: without these events, the figures would include both.
 */
export async function warmUp(client: PlatformClient): Promise<void> {
  const receiver = await startLoadReceiver(() => ({ kind: 'status', status: 200, headers: {} }));
  const signal = AbortSignal.timeout(WITHIN_MS);
  const ingestion = { accepted: [], connectionErrors: 0, rejections: 0 };
  try {
    const { id, secret } = await client.createEnabledEndpoint('Warm-up', receiver.urlOf(0));
    receiver.secrets.set(0, secret);
    await ingestEvents({ client, events: EVENTS, rate: undefined, signal, ingestion });
    while (receiver.tally.delivered < EVENTS) {
      signal.throwIfAborted();
      await wait(20);
    }
    await client.deleteEndpoint(id);
  } finally {
    await receiver.close();
  }
}
