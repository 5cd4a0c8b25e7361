import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import type { SendResult } from '#shared/webhooks/ports/webhook-sender.ts';
import type { Mishap } from './sim-queue.ts';
import type { Timeline } from './timeline.ts';

/** The effect of a fault on a delivery. Only an interrupted run may repeat a request; a delay excuses only lateness. */
export type Trouble = Mishap | 'interrupted' | 'stalled';

/** A rule that a history violated. */
export type BrokenRule = { readonly rule: string; readonly detail: string };

/** One request as it was sent. */
export type Sent = { readonly at: number; readonly attempt: number; result: SendResult | undefined };

/** All that the rules record of a history: what really happened, next to what the platform recorded. */
export type Ledger = ReturnType<typeof createLedger>;

export function createLedger(timeline: Timeline, isCalm: boolean) {
  const troubles = new Map<string, Map<Trouble, number>>();
  const views = new Map<string, DeliveryTarget[]>();
  const nicknames = new Map<string, string>();
  let broken: BrokenRule | undefined;

  return {
    isCalm,
    /** Everything was stopped for a while. */
    isDisturbed: false,
    /** The number of times the stream stopped. */
    halts: 0,
    /** A pass over deferred deliveries failed. */
    isReleaseTroubled: false,
    /** Events ever recorded, even if their items were deleted. */
    events: new Map<string, RecordedEvent>(),
    /** Events whose stream record was lost, so that no log lists them. */
    unlisted: new Set<string>(),
    requests: new Map<string, Sent[]>(),
    /** The earliest time of attempt n of a delivery, as `delivery/n`. */
    due: new Map<string, number>(),
    /** The planned delay of attempt n, as `delivery/n`. */
    waits: new Map<string, number>(),
    /** The time at which a deferred delivery was released, as `delivery/n`. */
    released: new Map<string, number>(),
    /** The successful resend of a delivery, and its time. */
    superseded: new Map<string, { readonly by: string; readonly at: number }>(),
    /** Plain texts of encrypted secrets. */
    secrets: new Map<string, string>(),
    /** Deliveries in a row without a response, by endpoint, as recorded. */
    rows: new Map<string, Set<string>>(),
    /** The promises of 2xx responses to users. */
    promised: { events: new Set<string>(), deliveries: new Set<string>() },
    /** Events by dedupe key. */
    deduped: new Map<string, Set<string>>(),

    trouble(subject: string | undefined, what: Trouble): void {
      if (subject === undefined) return;
      const known = troubles.get(subject) ?? new Map<Trouble, number>();
      known.set(what, (known.get(what) ?? 0) + 1);
      troubles.set(subject, known);
    },
    troubled(subject: string, what: Trouble): number {
      return troubles.get(subject)?.get(what) ?? 0;
    },

    /** Records the content of the delivery target of an endpoint from now on. */
    see(target: DeliveryTarget): void {
      const known = views.get(target.id) ?? [];
      known.push(target);
      views.set(target.id, known);
    },
    /** All of its contents, in order. */
    viewsOf: (endpointId: string) => views.get(endpointId) ?? [],

    breaks(rule: string, detail: string): void {
      timeline.say('RULE', () => `BROKEN: ${rule}: ${detail}`);
      broken ??= { rule, detail };
    },
    get broken() {
      return broken;
    },

    /** A short name for an id, in the order of first use. */
    nick(id: string, letter: string): string {
      const known = nicknames.get(id);
      if (known !== undefined) return known;
      const name = `${letter}${[...nicknames.values()].filter((other) => other.startsWith(letter)).length + 1}`;
      nicknames.set(id, name);
      return name;
    },
  };
}
