import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import type { SendResult } from '#shared/webhooks/ports/webhook-sender.ts';
import type { Mishap } from './sim-queue.ts';
import type { Timeline } from './timeline.ts';

/** What a fault did to a delivery. Only an interrupted run may repeat a request; what is late excuses only lateness. */
export type Trouble = Mishap | 'interrupted' | 'stalled';

/** A rule that a history broke. */
export type BrokenRule = { readonly rule: string; readonly detail: string };

/** One request as it left. */
export type Sent = { readonly at: number; readonly attempt: number; result: SendResult | undefined };

/** All that the rules remember of a history: what really happened, beside what the platform thinks of it. */
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
    /** How often the stream came to a halt. */
    halts: 0,
    /** A look at deferred deliveries went wrong. */
    isReleaseTroubled: false,
    /** Events ever recorded, whatever became of their items. */
    events: new Map<string, RecordedEvent>(),
    requests: new Map<string, Sent[]>(),
    /** When attempt n of a delivery is due at the earliest, as `delivery/n`. */
    due: new Map<string, number>(),
    /** How long attempt n had to wait when it was planned, as `delivery/n`. */
    waits: new Map<string, number>(),
    /** When what was deferred was let go, as `delivery/n`. */
    released: new Map<string, number>(),
    /** Which resend of a delivery was delivered, and when. */
    superseded: new Map<string, { readonly by: string; readonly at: number }>(),
    /** Plain texts of sealed secrets. */
    secrets: new Map<string, string>(),
    /** Deliveries in a row without an answer, by endpoint, as they were noted. */
    rows: new Map<string, Set<string>>(),
    /** What users were promised by a 2xx. */
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

    /** Notes what the delivery view of an endpoint says from now on. */
    see(target: DeliveryTarget): void {
      const known = views.get(target.id) ?? [];
      known.push(target);
      views.set(target.id, known);
    },
    /** All it ever said, in order. */
    viewsOf: (endpointId: string) => views.get(endpointId) ?? [],

    breaks(rule: string, detail: string): void {
      timeline.say('RULE', () => `BROKEN: ${rule}: ${detail}`);
      broken ??= { rule, detail };
    },
    get broken() {
      return broken;
    },

    /** A short name for an id, in the order of mention. */
    nick(id: string, letter: string): string {
      const known = nicknames.get(id);
      if (known !== undefined) return known;
      const name = `${letter}${[...nicknames.values()].filter((other) => other.startsWith(letter)).length + 1}`;
      nicknames.set(id, name);
      return name;
    },
  };
}
