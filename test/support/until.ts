import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MS = 25;

/** Waits for a condition, which may also throw until it holds. Fails with its name, and the last error, at the deadline. */
export async function until<T>(
  condition: string,
  probe: () => Promise<T | false | undefined> | T | false | undefined,
  deadlineMs = 20_000,
): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const result = await probe();
      if (result !== false && result !== undefined) return result;
    } catch (error) {
      last = error;
    }
    await wait(PAUSE_MS);
  }
  throw new Error(`Not within ${deadlineMs} ms: ${condition}`, { cause: last });
}
