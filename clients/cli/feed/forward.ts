import { reasonOf } from '#cli/api/connect.ts';
import { CommandError, EXIT } from '#cli/command/command-error.ts';
import type { Outside } from '#cli/command/outside.ts';
import { signatureHeaders } from '#cli/signing/sign.ts';
import type { FeedEvent } from './follow-feed.ts';
import { growingDelay } from './persist.ts';

/** A local server that starts takes some seconds. */
const MAX_DELAY_MS = 5000;

type Deps = {
  readonly outside: Pick<Outside, 'send' | 'wait' | 'now' | 'interrupted'>;
  readonly url: URL;
  readonly secret: string;
  readonly timeoutMs: number;
  /** The local server did not respond. */
  onDelay(reason: string, delayMs: number): void;
};

/**
 * The headers of a delivery. Others, such as `Host`, are not forwarded: the API has no reason to send them.
 * @throws CommandError for a value that HTTP does not allow, because no repetition would change it
 */
function ownHeaders({ id, headers }: FeedEvent): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => OWN.test(name));
  for (const [name, value] of own)
    if (!/^[\t\x20-\x7e]*$/u.test(value))
      throw new CommandError(EXIT.rejected, `The event ${id} has a header ${name} that cannot be sent.`);
  return Object.fromEntries(own);
}

const OWN = /^(?:content-type|user-agent|(?:x-)?webhook-[a-z-]+)$/u;

export type Forwarded = {
  /** Null if the response has none. */
  readonly status: number | null;
  readonly durationMs: number;
};

/**
 * Sends an event to the local server, signed like a delivery, until the server responds. Any response counts: as with a delivery, its status says
 * what the server made of the event, and bytes that are not valid HTTP come from a server that has read it. A response of 500 is a fault to repair, and sending the same request again would not repair it.
 * @throws the reason of the interruption
 */
export async function forward(deps: Deps, event: FeedEvent): Promise<Forwarded> {
  const { outside, url, secret, timeoutMs, onDelay } = deps;
  const body = Buffer.from(event.body);
  for (let repetition = 1; ; repetition += 1) {
    outside.interrupted.throwIfAborted();
    const began = outside.now().getTime();
    // A new time for each request, because receivers reject old ones.
    const timestamp = Math.floor(began / 1000);
    const headers = {
      ...ownHeaders(event),
      ...signatureHeaders({ secret, eventId: event.id, timestamp, body }),
    };
    try {
      const signal = outside.interrupted;
      const sent = {
        method: 'POST',
        url,
        headers,
        body,
        timeoutMs,
        signal,
        responseBody: 'discard',
      } as const;
      const { status } = await outside.send(sent);
      return { status: status === 0 ? null : status, durationMs: outside.now().getTime() - began };
    } catch (error) {
      outside.interrupted.throwIfAborted();
      const delay = growingDelay(repetition, MAX_DELAY_MS);
      onDelay(reasonOf(error), delay);
      await outside.wait(delay, outside.interrupted);
    }
  }
}
