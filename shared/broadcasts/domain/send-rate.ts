/** The length in milliseconds of the slots that one reservation takes at most, so that several broadcasts share a number fairly. */
const RESERVED_MS = 1000;

/** If the next free slot is this many milliseconds ahead, nothing is reserved yet. */
const AHEAD_MS = 1000;

/** Slots that a run has reserved: the first one, and the milliseconds between two. */
export type Slots = { readonly from: Date; readonly count: number; readonly everyMs: number };

/** A reservation, with the time of the next free slot; or the time at which to ask again. */
export type Reservation =
  | { readonly kind: 'reserved'; readonly slots: Slots; readonly nextAt: Date }
  | { readonly kind: 'full'; readonly until: Date };

/**
 * Reserves slots of a rate by the generic cell rate algorithm, which needs only the time of the next free slot.
 * @param nextAt of the last reservation; null if there is none
 */
export function reserve(
  nextAt: Date | null,
  { wanted, perSecond }: { readonly wanted: number; readonly perSecond: number },
  now: Date,
): Reservation {
  const from = nextAt === null || nextAt < now ? now : nextAt;
  if (from.getTime() - now.getTime() >= AHEAD_MS)
    return { kind: 'full', until: new Date(from.getTime() - AHEAD_MS + 1) };
  const everyMs = 1000 / perSecond;
  const count = Math.max(1, Math.min(wanted, Math.floor(RESERVED_MS / everyMs)));
  const slots = { from, count, everyMs };
  return { kind: 'reserved', slots, nextAt: new Date(from.getTime() + Math.ceil(count * everyMs)) };
}

/** The time of a slot, counted from 0. */
export function timeOfSlot({ from, everyMs }: Slots, slot: number): Date {
  return new Date(from.getTime() + Math.round(slot * everyMs));
}

/** Messages per second that a number may send: its quota and the limit of the broadcast. */
export function rateOf(quota: number, limit: number | null): number {
  return limit === null ? quota : Math.min(quota, limit);
}
