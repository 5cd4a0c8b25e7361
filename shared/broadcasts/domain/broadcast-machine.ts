import { defineMachine, rejectedIn } from '#shared/platform/core/state-machine.ts';

const STATES = ['draft', 'scheduled', 'in_flight', 'finished', 'cancelled', 'failed'] as const;

const INVALID = rejectedIn(STATES, 'broadcast_state_invalid');
const NOT_EDITABLE = rejectedIn(STATES, 'broadcast_not_editable');

/** The state machine of a broadcast (docs/specification/broadcasts.md#broadcasts). */
export const BROADCAST_MACHINE = defineMachine({
  name: 'Broadcast',
  states: STATES,
  initial: 'draft',
  final: ['finished', 'cancelled', 'failed'],
  triggers: {
    update: {
      ...NOT_EDITABLE,
      draft: [{ to: 'draft' }],
      scheduled: [{ to: 'scheduled' }],
    },
    schedule: {
      ...INVALID,
      draft: [{ to: 'scheduled' }],
      scheduled: [{ to: 'scheduled', when: 'with another time' }],
    },
    unschedule: {
      ...INVALID,
      draft: [{ to: 'draft' }],
      scheduled: [{ to: 'draft' }],
    },
    send: {
      ...INVALID,
      draft: [
        { to: 'in_flight', when: 'an engine sends', emits: 'salesbot.broadcast.sent' },
        { to: 'in_flight', when: 'the platform sends' },
      ],
      scheduled: [
        { to: 'in_flight', when: 'an engine sends', emits: 'salesbot.broadcast.sent' },
        { to: 'in_flight', when: 'the platform sends' },
      ],
    },
    start: {
      draft: [{ to: 'draft', when: 'stale timer' }],
      scheduled: [
        { to: 'in_flight', when: 'at its scheduled time, an engine sends', emits: 'salesbot.broadcast.sent' },
        { to: 'in_flight', when: 'at its scheduled time, the platform sends' },
        { to: 'scheduled', when: 'required approval is missing: blocked' },
      ],
      in_flight: [{ to: 'in_flight', when: 'timer fired again' }],
      finished: [{ to: 'finished', when: 'stale timer' }],
      cancelled: [{ to: 'cancelled', when: 'stale timer' }],
      failed: [{ to: 'failed', when: 'stale timer' }],
    },
    resolve: {
      ...INVALID,
      in_flight: [{ to: 'in_flight', when: 'the recipients are fixed', emits: 'salesbot.broadcast.sent' }],
    },
    finish: {
      ...INVALID,
      in_flight: [
        { to: 'finished', when: 'no recipient is pending or sending', emits: 'salesbot.broadcast.completed' },
        { to: 'failed', when: 'nobody can get it', emits: 'salesbot.broadcast.failed' },
      ],
    },
    report: {
      ...INVALID,
      in_flight: [
        { to: 'in_flight', when: 'progress' },
        { to: 'finished', when: 'outcome completed', emits: 'salesbot.broadcast.completed' },
        { to: 'failed', when: 'outcome failed', emits: 'salesbot.broadcast.failed' },
      ],
    },
    expire: {
      draft: [{ to: 'draft', when: 'stale timer' }],
      scheduled: [{ to: 'scheduled', when: 'stale timer' }],
      in_flight: [
        { to: 'failed', when: 'no report or progress for 24 hours', emits: 'salesbot.broadcast.failed' },
        { to: 'in_flight', when: 'the platform has made progress, or the broadcast is paused' },
      ],
      finished: [{ to: 'finished', when: 'stale timer' }],
      cancelled: [{ to: 'cancelled', when: 'stale timer' }],
      failed: [{ to: 'failed', when: 'stale timer' }],
    },
    pause: {
      ...INVALID,
      in_flight: [{ to: 'in_flight', when: 'the platform sends, and it is not paused' }],
    },
    resume: {
      ...INVALID,
      in_flight: [{ to: 'in_flight', when: 'the platform sends, and it is paused' }],
    },
    cancel: {
      ...INVALID,
      scheduled: [{ to: 'cancelled' }],
      in_flight: [{ to: 'cancelled', emits: 'salesbot.broadcast.failed' }],
    },
    approve: {
      ...NOT_EDITABLE,
      draft: [{ to: 'draft' }],
      scheduled: [{ to: 'scheduled' }],
    },
    revoke: {
      ...NOT_EDITABLE,
      draft: [{ to: 'draft' }],
      scheduled: [{ to: 'scheduled', when: 'blocked at its scheduled time, unless approved again' }],
    },
    delete: {
      ...INVALID,
      draft: [{ to: 'draft', when: 'permanently deleted' }],
      finished: [{ to: 'finished', when: 'permanently deleted' }],
      cancelled: [{ to: 'cancelled', when: 'permanently deleted' }],
      failed: [{ to: 'failed', when: 'permanently deleted' }],
    },
  },
});

/** Whether a broadcast has ended, which no operation undoes. */
export function hasEnded({
  state,
}: {
  readonly state: (typeof BROADCAST_MACHINE)['states'][number];
}): boolean {
  return BROADCAST_MACHINE.final.includes(state);
}
