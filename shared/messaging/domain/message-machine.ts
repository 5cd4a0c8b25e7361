import { defineMachine, rejectedIn } from '#shared/platform/core/state-machine.ts';

const STATES = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown'] as const;

const INVALID = rejectedIn(STATES, 'message_state_invalid');

/**
 * The states of a message to a contact (docs/specification/messaging.md#states-of-a-message). No transition leads back to `queued` from a state in
 * which the message may have been sent, so a message is never sent twice.
 */
export const MESSAGE_MACHINE = defineMachine({
  name: 'Message',
  states: STATES,
  initial: 'queued',
  final: ['read', 'failed'],
  triggers: {
    claim: {
      ...INVALID,
      queued: [{ to: 'sending', when: 'the contact has not opted out' }],
      sending: [{ reject: 'message_claimed' }],
    },
    release: {
      ...INVALID,
      queued: [{ to: 'queued', when: 'the sender released it before' }],
      sending: [{ to: 'queued', when: 'the channel certainly has not accepted it' }],
    },
    expire: {
      queued: [
        { to: 'queued', when: 'outdated timer' },
        { to: 'failed', when: 'it waited too long', emits: 'salesbot.message.failed' },
      ],
      sending: [{ to: 'unknown', when: 'the lease has ended without a result' }],
      sent: [{ to: 'sent', when: 'late' }],
      delivered: [{ to: 'delivered', when: 'late' }],
      read: [{ to: 'read', when: 'late' }],
      failed: [{ to: 'failed', when: 'late' }],
      unknown: [{ to: 'unknown', when: 'late' }],
    },
    sent: {
      queued: [{ reject: 'message_state_invalid' }],
      sending: [{ to: 'sent', emits: 'salesbot.message.sent' }],
      sent: [{ to: 'sent', when: 'repeated' }],
      delivered: [{ to: 'delivered', when: 'late' }],
      read: [{ to: 'read', when: 'late' }],
      failed: [
        { to: 'failed', when: 'late, and nothing has said so', emits: 'salesbot.message.sent' },
        { to: 'failed', when: 'repeated' },
      ],
      unknown: [{ to: 'sent', emits: 'salesbot.message.sent' }],
    },
    delivered: {
      queued: [{ reject: 'message_state_invalid' }],
      sending: [{ to: 'delivered', emits: 'salesbot.message.delivered' }],
      sent: [{ to: 'delivered', emits: 'salesbot.message.delivered' }],
      delivered: [{ to: 'delivered', when: 'repeated' }],
      read: [{ to: 'read', when: 'late' }],
      failed: [{ to: 'failed', when: 'late' }],
      unknown: [{ to: 'delivered', emits: 'salesbot.message.delivered' }],
    },
    read: {
      queued: [{ reject: 'message_state_invalid' }],
      sending: [{ to: 'read', emits: 'salesbot.message.read_or_seen' }],
      sent: [{ to: 'read', emits: 'salesbot.message.read_or_seen' }],
      delivered: [{ to: 'read', emits: 'salesbot.message.read_or_seen' }],
      read: [{ to: 'read', when: 'repeated' }],
      failed: [{ to: 'failed', when: 'late' }],
      unknown: [{ to: 'read', emits: 'salesbot.message.read_or_seen' }],
    },
    failed: {
      queued: [{ to: 'failed', emits: 'salesbot.message.failed' }],
      sending: [{ to: 'failed', emits: 'salesbot.message.failed' }],
      sent: [{ to: 'failed', emits: 'salesbot.message.failed' }],
      delivered: [{ to: 'delivered', when: 'late: the message has arrived' }],
      read: [{ to: 'read', when: 'late: the message has arrived' }],
      failed: [{ to: 'failed', when: 'repeated' }],
      unknown: [{ to: 'failed', emits: 'salesbot.message.failed' }],
    },
  },
});

/** The state of a message to a contact. */
export type MessageState = (typeof MESSAGE_MACHINE)['states'][number];
