import { defineMachine } from '#shared/platform/core/state-machine.ts';

/** The state machine of a broadcast (docs/specification/broadcasts.md#broadcasts). */
export const BROADCAST_MACHINE = defineMachine({
  name: 'Broadcast',
  states: ['draft', 'scheduled', 'in_flight', 'finished', 'cancelled', 'failed'],
  initial: 'draft',
  final: ['finished', 'cancelled', 'failed'],
  triggers: {
    update: {
      draft: [{ to: 'draft' }],
      scheduled: [{ to: 'scheduled' }],
      in_flight: [{ reject: 'broadcast_not_editable' }],
      finished: [{ reject: 'broadcast_not_editable' }],
      cancelled: [{ reject: 'broadcast_not_editable' }],
      failed: [{ reject: 'broadcast_not_editable' }],
    },
    schedule: {
      draft: [{ to: 'scheduled' }],
      scheduled: [{ to: 'scheduled', when: 'with another time' }],
      in_flight: [{ reject: 'broadcast_state_invalid' }],
      finished: [{ reject: 'broadcast_state_invalid' }],
      cancelled: [{ reject: 'broadcast_state_invalid' }],
      failed: [{ reject: 'broadcast_state_invalid' }],
    },
    unschedule: {
      draft: [{ to: 'draft' }],
      scheduled: [{ to: 'draft' }],
      in_flight: [{ reject: 'broadcast_state_invalid' }],
      finished: [{ reject: 'broadcast_state_invalid' }],
      cancelled: [{ reject: 'broadcast_state_invalid' }],
      failed: [{ reject: 'broadcast_state_invalid' }],
    },
    send: {
      draft: [
        { to: 'in_flight', when: 'an engine sends', emits: 'salesbot.broadcast.sent' },
        { to: 'in_flight', when: 'the platform sends' },
      ],
      scheduled: [
        { to: 'in_flight', when: 'an engine sends', emits: 'salesbot.broadcast.sent' },
        { to: 'in_flight', when: 'the platform sends' },
      ],
      in_flight: [{ reject: 'broadcast_state_invalid' }],
      finished: [{ reject: 'broadcast_state_invalid' }],
      cancelled: [{ reject: 'broadcast_state_invalid' }],
      failed: [{ reject: 'broadcast_state_invalid' }],
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
      draft: [{ reject: 'broadcast_state_invalid' }],
      scheduled: [{ reject: 'broadcast_state_invalid' }],
      in_flight: [{ to: 'in_flight', when: 'the recipients are fixed', emits: 'salesbot.broadcast.sent' }],
      finished: [{ reject: 'broadcast_state_invalid' }],
      cancelled: [{ reject: 'broadcast_state_invalid' }],
      failed: [{ reject: 'broadcast_state_invalid' }],
    },
    finish: {
      draft: [{ reject: 'broadcast_state_invalid' }],
      scheduled: [{ reject: 'broadcast_state_invalid' }],
      in_flight: [
        { to: 'finished', when: 'no recipient is pending or sending', emits: 'salesbot.broadcast.completed' },
        { to: 'failed', when: 'nobody can get it', emits: 'salesbot.broadcast.failed' },
      ],
      finished: [{ reject: 'broadcast_state_invalid' }],
      cancelled: [{ reject: 'broadcast_state_invalid' }],
      failed: [{ reject: 'broadcast_state_invalid' }],
    },
    report: {
      draft: [{ reject: 'broadcast_state_invalid' }],
      scheduled: [{ reject: 'broadcast_state_invalid' }],
      in_flight: [
        { to: 'in_flight', when: 'progress' },
        { to: 'finished', when: 'outcome completed', emits: 'salesbot.broadcast.completed' },
        { to: 'failed', when: 'outcome failed', emits: 'salesbot.broadcast.failed' },
      ],
      finished: [{ reject: 'broadcast_state_invalid' }],
      cancelled: [{ reject: 'broadcast_state_invalid' }],
      failed: [{ reject: 'broadcast_state_invalid' }],
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
      draft: [{ reject: 'broadcast_state_invalid' }],
      scheduled: [{ reject: 'broadcast_state_invalid' }],
      in_flight: [{ to: 'in_flight', when: 'the platform sends, and it is not paused' }],
      finished: [{ reject: 'broadcast_state_invalid' }],
      cancelled: [{ reject: 'broadcast_state_invalid' }],
      failed: [{ reject: 'broadcast_state_invalid' }],
    },
    resume: {
      draft: [{ reject: 'broadcast_state_invalid' }],
      scheduled: [{ reject: 'broadcast_state_invalid' }],
      in_flight: [{ to: 'in_flight', when: 'the platform sends, and it is paused' }],
      finished: [{ reject: 'broadcast_state_invalid' }],
      cancelled: [{ reject: 'broadcast_state_invalid' }],
      failed: [{ reject: 'broadcast_state_invalid' }],
    },
    cancel: {
      draft: [{ reject: 'broadcast_state_invalid' }],
      scheduled: [{ to: 'cancelled' }],
      in_flight: [{ to: 'cancelled', emits: 'salesbot.broadcast.failed' }],
      finished: [{ reject: 'broadcast_state_invalid' }],
      cancelled: [{ reject: 'broadcast_state_invalid' }],
      failed: [{ reject: 'broadcast_state_invalid' }],
    },
    approve: {
      draft: [{ to: 'draft' }],
      scheduled: [{ to: 'scheduled' }],
      in_flight: [{ reject: 'broadcast_not_editable' }],
      finished: [{ reject: 'broadcast_not_editable' }],
      cancelled: [{ reject: 'broadcast_not_editable' }],
      failed: [{ reject: 'broadcast_not_editable' }],
    },
    revoke: {
      draft: [{ to: 'draft' }],
      scheduled: [{ to: 'scheduled', when: 'blocked at its scheduled time, unless approved again' }],
      in_flight: [{ reject: 'broadcast_not_editable' }],
      finished: [{ reject: 'broadcast_not_editable' }],
      cancelled: [{ reject: 'broadcast_not_editable' }],
      failed: [{ reject: 'broadcast_not_editable' }],
    },
    delete: {
      draft: [{ to: 'draft', when: 'permanently deleted' }],
      scheduled: [{ reject: 'broadcast_state_invalid' }],
      in_flight: [{ reject: 'broadcast_state_invalid' }],
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
