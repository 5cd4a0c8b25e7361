import { defineMachine } from '#shared/platform/core/state-machine.ts';

/**
 * The states of a recipient of a broadcast that the platform sends (docs/specification.md#recipients). They are those of a message, with
 * `pending` for `queued`, and `skipped` for a recipient that gets no message. No transition leads back to `pending` from a state in which
 * the message may have been sent, so nobody gets a broadcast twice.
 */
export const RECIPIENT_MACHINE = defineMachine({
  name: 'Recipient',
  states: ['pending', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'skipped'],
  initial: 'pending',
  final: ['read', 'failed', 'skipped'],
  triggers: {
    claim: {
      pending: [
        {
          to: 'sending',
          when: 'the contact has not opted out, and the broadcast is neither paused nor ended and has budget left',
        },
      ],
      sending: [{ reject: 'message_claimed' }],
      sent: [{ reject: 'message_state_invalid' }],
      delivered: [{ reject: 'message_state_invalid' }],
      read: [{ reject: 'message_state_invalid' }],
      failed: [{ reject: 'message_state_invalid' }],
      unknown: [{ reject: 'message_state_invalid' }],
      skipped: [{ reject: 'message_state_invalid' }],
    },
    release: {
      pending: [{ to: 'pending', when: 'the platform released it before' }],
      sending: [{ to: 'pending', when: 'the channel certainly has not accepted it' }],
      sent: [{ reject: 'message_state_invalid' }],
      delivered: [{ reject: 'message_state_invalid' }],
      read: [{ reject: 'message_state_invalid' }],
      failed: [{ reject: 'message_state_invalid' }],
      unknown: [{ reject: 'message_state_invalid' }],
      skipped: [{ reject: 'message_state_invalid' }],
    },
    expire: {
      pending: [{ to: 'failed', when: 'it waited too long', emits: 'salesbot.message.failed' }],
      sending: [{ to: 'unknown', when: 'the lease has ended without a result' }],
      sent: [{ to: 'sent', when: 'late' }],
      delivered: [{ to: 'delivered', when: 'late' }],
      read: [{ to: 'read', when: 'late' }],
      failed: [{ to: 'failed', when: 'late' }],
      unknown: [{ to: 'unknown', when: 'late' }],
      skipped: [{ to: 'skipped', when: 'late' }],
    },
    sent: {
      pending: [{ reject: 'message_state_invalid' }],
      sending: [{ to: 'sent', emits: 'salesbot.message.sent' }],
      sent: [{ to: 'sent', when: 'repeated' }],
      delivered: [{ to: 'delivered', when: 'late' }],
      read: [{ to: 'read', when: 'late' }],
      failed: [
        { to: 'failed', when: 'late, and nothing has said so', emits: 'salesbot.message.sent' },
        { to: 'failed', when: 'repeated' },
      ],
      unknown: [{ to: 'sent', emits: 'salesbot.message.sent' }],
      skipped: [{ reject: 'message_state_invalid' }],
    },
    delivered: {
      pending: [{ reject: 'message_state_invalid' }],
      sending: [{ to: 'delivered', emits: 'salesbot.message.delivered' }],
      sent: [{ to: 'delivered', emits: 'salesbot.message.delivered' }],
      delivered: [{ to: 'delivered', when: 'repeated' }],
      read: [{ to: 'read', when: 'late' }],
      failed: [{ to: 'failed', when: 'late' }],
      unknown: [{ to: 'delivered', emits: 'salesbot.message.delivered' }],
      skipped: [{ reject: 'message_state_invalid' }],
    },
    read: {
      pending: [{ reject: 'message_state_invalid' }],
      sending: [{ to: 'read', emits: 'salesbot.message.read_or_seen' }],
      sent: [{ to: 'read', emits: 'salesbot.message.read_or_seen' }],
      delivered: [{ to: 'read', emits: 'salesbot.message.read_or_seen' }],
      read: [{ to: 'read', when: 'repeated' }],
      failed: [{ to: 'failed', when: 'late' }],
      unknown: [{ to: 'read', emits: 'salesbot.message.read_or_seen' }],
      skipped: [{ reject: 'message_state_invalid' }],
    },
    failed: {
      pending: [{ to: 'failed', emits: 'salesbot.message.failed' }],
      sending: [{ to: 'failed', emits: 'salesbot.message.failed' }],
      sent: [{ to: 'failed', emits: 'salesbot.message.failed' }],
      delivered: [{ to: 'delivered', when: 'late: the message has arrived' }],
      read: [{ to: 'read', when: 'late: the message has arrived' }],
      failed: [{ to: 'failed', when: 'repeated' }],
      unknown: [{ to: 'failed', emits: 'salesbot.message.failed' }],
      skipped: [{ reject: 'message_state_invalid' }],
    },
    skip: {
      pending: [
        {
          to: 'skipped',
          when: 'the contact cannot or must not get the message, or the broadcast has ended',
        },
      ],
      sending: [{ reject: 'message_claimed' }],
      sent: [{ reject: 'message_state_invalid' }],
      delivered: [{ reject: 'message_state_invalid' }],
      read: [{ reject: 'message_state_invalid' }],
      failed: [{ reject: 'message_state_invalid' }],
      unknown: [{ reject: 'message_state_invalid' }],
      skipped: [{ to: 'skipped', when: 'repeated' }],
    },
  },
});

/** The status of a recipient. */
export type RecipientStatus = (typeof RECIPIENT_MACHINE)['states'][number];

export const RECIPIENT_STATUSES = RECIPIENT_MACHINE.states;
