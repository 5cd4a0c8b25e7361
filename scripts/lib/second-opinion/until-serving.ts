import { setTimeout as delay } from 'node:timers/promises';
import type { RunningProcess } from './bounded-process.ts';

/** Enough for a JVM or a Python process on a busy machine. */
const WITHIN_MS = 180_000;
const POLL_MS = 200;

/** Waits for the first HTTP response of a server, which may be an error. Throws with its output if there is none in time. */
export async function untilServing(
  name: string,
  server: RunningProcess,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  while (Date.now() < deadline && server.isRunning()) {
    signal.throwIfAborted();
    const isResponding = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      () => true,
      () => false,
    );
    // If another process took the port in the meantime, this server has ended.
    if (isResponding && server.isRunning()) return;
    await delay(POLL_MS);
  }
  await server.stop();
  throw new Error(`${name} did not start:\n${server.output().slice(-2000)}`);
}
