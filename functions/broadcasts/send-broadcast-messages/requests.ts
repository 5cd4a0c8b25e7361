import type { Hold } from '#shared/broadcasts/domain/broadcast-control.ts';
import type { SendResult } from '#shared/messaging/ports/message-sender.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';

/** Maximum requests that run or wait for their slot. */
const PARALLEL = 32;

/** Wait in milliseconds after the provider has throttled a request. */
const THROTTLED_MS = 5000;

/** Results that the next messages of the number would have, too: the run stops, and continues later. */
const STOPS: ReadonlySet<string> = new Set(['throttled', 'provider_access_denied']);

/** Why no further recipient is claimed for now: the run continues at a time, or the broadcast is held. */
export type Stop =
  | { readonly kind: 'continue'; readonly at: Date }
  | { readonly kind: 'held'; readonly hold: Hold };

/** The requests of claimed messages. They run at the same time, each from its slot on. */
export function createRequests({
  clock,
  waitUntil,
}: {
  readonly clock: Clock;
  readonly waitUntil: (at: Date) => Promise<void>;
}) {
  const running = new Set<Promise<void>>();
  let stop: Stop | undefined;
  let failure: { readonly error: unknown } | undefined;

  /** Starts the request of a slot. */
  function start(at: Date, send: () => Promise<SendResult>): void {
    const request = run(at, send)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => running.delete(request));
    running.add(request);
  }

  async function run(at: Date, send: () => Promise<SendResult>): Promise<void> {
    await waitUntil(at);
    const result = await send();
    if (result.kind !== 'deferred') return;
    if (result.code === 'spend_limit_reached') stop = { kind: 'held', hold: 'spend_limit_reached' };
    if (STOPS.has(result.code)) {
      const again = clock().getTime() + (result.retryAfterMs ?? THROTTLED_MS);
      stop ??= { kind: 'continue', at: new Date(again) };
    }
  }

  return {
    start,

    /** Waits until this many more requests may start. It is called before the claim, because a lease begins with the claim. */
    async roomFor(count: number): Promise<void> {
      while (running.size + count > PARALLEL) await Promise.race(running);
    },

    /** Whether no further recipient may be claimed. */
    isStopped: (): boolean => stop !== undefined || failure !== undefined,

    /** Waits for the results. Returns why sending stops for now. @throws the error of a request whose result was not recorded */
    async end(): Promise<Stop | undefined> {
      await Promise.all(running);
      if (failure) throw failure.error;
      return stop;
    },
  };
}
