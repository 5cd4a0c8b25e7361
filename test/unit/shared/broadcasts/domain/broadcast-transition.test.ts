import { describe, expect, it } from 'vitest';
import { BROADCAST_MACHINE } from '#shared/broadcasts/domain/broadcast-machine.ts';
import { transition, replan, requireAllowed } from '#shared/broadcasts/domain/broadcast-transition.ts';
import { BROADCAST_STATES } from '#shared/broadcasts/domain/broadcast.ts';
import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { aBroadcast } from '#test/support/builders/broadcasts/broadcast-builders.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const TRIGGERS = Object.keys(BROADCAST_MACHINE.triggers) as (keyof typeof BROADCAST_MACHINE.triggers)[];

/** Every transition of the table. */
const TRANSITIONS = TRIGGERS.flatMap((trigger) =>
  BROADCAST_STATES.flatMap((from) =>
    BROADCAST_MACHINE.triggers[trigger][from].flatMap((reaction) =>
      'to' in reaction ? [{ trigger, from, ...reaction }] : [],
    ),
  ),
);

describe('transition', () => {
  it.each(TRANSITIONS)('changes from $from to $to by $trigger, with the event of the table', (row) => {
    const sender = row.when?.includes('the platform sends') === true ? 'platform' : 'external';
    const before = aBroadcast({ state: row.from, sender });
    const made = transition(row.trigger, before, row.to, { sent: 7 }, secondsAfterNow(9));

    expect(made.emits).toBe(row.emits);
    expect(made.broadcast).toEqual({
      ...before,
      state: row.to,
      sent: 7,
      revision: 2,
      updatedAt: secondsAfterNow(9),
    });
  });

  it('emits only events of the catalogue', () => {
    const names = TRANSITIONS.flatMap(({ emits }) => emits ?? []);

    expect(new Set(names).size).toBe(3);
    expect(names.filter((name) => findEvent(name) === undefined)).toEqual([]);
  });

  it('is a fault where the table does not know it', () => {
    expect(() => transition('send', aBroadcast(), 'finished', {}, secondsAfterNow(9))).toThrow(
      'Broadcast: "send" has no transition from draft to finished',
    );
  });

  it('is rejected where the table rejects the trigger', () => {
    expect(() => transition('cancel', aBroadcast(), 'cancelled', {}, secondsAfterNow(9))).toThrow(
      'The broadcast is in the state draft. The operation is allowed only in the',
    );
  });
});

describe('requireAllowed', () => {
  it.each([
    ['update', 'broadcast_not_editable', { state: 'failed', editable_states: ['draft', 'scheduled'] }],
    ['report', 'broadcast_state_invalid', { state: 'failed', allowed_states: ['in_flight'] }],
  ] as const)('returns the states in which %s would be allowed', (trigger, code, extras) => {
    try {
      requireAllowed(trigger, { state: 'failed' });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code, extras });
    }
  });
});

describe('replan', () => {
  it('increments the number of the plan, also for no plan', () => {
    const before = aBroadcast({ planSeq: 4 });

    expect(replan(before, { at: secondsAfterNow(9), timer: true })).toEqual({
      planSeq: 5,
      due: { at: secondsAfterNow(9), timer: true, seq: 5 },
    });
    expect(replan(before, null)).toEqual({ planSeq: 5, due: null });
  });
});
