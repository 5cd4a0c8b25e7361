import { MESSAGE_MACHINE, type MessageState } from '#shared/messaging/domain/message-machine.ts';
import { defineMachine, type Reaction } from '#shared/platform/core/state-machine.ts';

const STATUSES = ['pending', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'skipped'] as const;

/** The status of a recipient. */
export type RecipientStatus = (typeof STATUSES)[number];

type Reactions<State extends string> = Readonly<Record<State, readonly Reaction<State>[]>>;

const INVALID = [{ reject: 'message_state_invalid' }] as const;
const ofMessage = MESSAGE_MACHINE.triggers;

/**
 * The states of a recipient of a broadcast that the platform sends (docs/specification/broadcasts.md#recipients). They are those of a message, with
 * `pending` for `queued`, and `skipped` for a recipient that gets no message. No transition leads back to `pending` from a state in which
 * the message may have been sent, so nobody gets a broadcast twice.
 */
export const RECIPIENT_MACHINE = defineMachine({
  name: 'Recipient',
  states: STATUSES,
  initial: 'pending',
  final: ['read', 'failed', 'skipped'],
  triggers: {
    claim: {
      ...asRecipient(ofMessage.claim),
      pending: [
        {
          to: 'sending',
          when: 'the contact has not opted out, and the broadcast is neither paused nor ended and has budget left',
        },
      ],
    },
    release: {
      ...asRecipient(ofMessage.release),
      pending: [{ to: 'pending', when: 'the platform released it before' }],
    },
    // A recipient has no timer, and each run looks for leases that have ended.
    expire: {
      ...asRecipient(ofMessage.expire),
      pending: [{ to: 'failed', when: 'it waited too long', emits: 'salesbot.message.failed' }],
      skipped: [{ to: 'skipped', when: 'late' }],
    },
    sent: asRecipient(ofMessage.sent),
    delivered: asRecipient(ofMessage.delivered),
    read: asRecipient(ofMessage.read),
    failed: asRecipient(ofMessage.failed),
    skip: {
      ...asRecipient(ofMessage.claim),
      pending: [
        {
          to: 'skipped',
          when: 'the contact cannot or must not get the message, or the broadcast has ended',
        },
      ],
      skipped: [{ to: 'skipped', when: 'repeated' }],
    },
  },
});

export const RECIPIENT_STATUSES = RECIPIENT_MACHINE.states;

/** The reactions to a trigger of messages. A skipped recipient has no message. */
function asRecipient({ queued, ...others }: Reactions<MessageState>): Reactions<RecipientStatus> {
  return {
    pending: queued.map(renamed),
    sending: others.sending.map(renamed),
    sent: others.sent.map(renamed),
    delivered: others.delivered.map(renamed),
    read: others.read.map(renamed),
    failed: others.failed.map(renamed),
    unknown: others.unknown.map(renamed),
    skipped: INVALID,
  };
}

function renamed(reaction: Reaction<MessageState>): Reaction<RecipientStatus> {
  if (!('to' in reaction)) return reaction;
  const { to } = reaction;
  return { ...reaction, to: to === 'queued' ? 'pending' : to };
}
