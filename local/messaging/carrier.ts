import { randomUUID } from 'node:crypto';
import type { AcceptedMessage, Publication } from './accepted-message.ts';
import type { CarrierRecords, OptOut } from './carrier-records.ts';
import type { Platform } from './own-numbers.ts';
import type { Publisher } from './publisher.ts';
import { type Behaviour, behaviourNamed, behaviourOf, THROTTLED_TIMES } from './recipients.ts';

/** A message that a sender wants to send. */
export type MessageRequest = Omit<AcceptedMessage, 'id' | 'acceptedAt'>;

export type Carrier = {
  /** How the phone behaves at this request, which is counted. */
  behaviourAt(platform: Platform, to: string): Behaviour;
  /** The entry of the phone in the opt-out list of AWS, which some phones are in unless they were removed. */
  optOutOf(phone: string): OptOut | undefined;
  /** Accepts a message and plans what `publish` returns for it. Returns the ID, and whether the connection is reset now. */
  accept(
    request: MessageRequest,
    answer: Behaviour['answer'],
    publish: (message: AcceptedMessage) => readonly Publication[],
  ): Promise<{ readonly messageId: string; readonly isReset: boolean }>;
};

/** When phones opted out that are in the list from the beginning: the start of 2026. */
const ALWAYS = Date.UTC(2026, 0, 1);

/** The phones of recipients, and what the networks between them and AWS do. */
export function createCarrier({
  records,
  publisher,
  now,
}: {
  readonly records: CarrierRecords;
  readonly publisher: Pick<Publisher, 'publishDue' | 'wake'>;
  readonly now: () => number;
}): Carrier {
  function optOutOf(phone: string): OptOut | undefined {
    const entry = records.optOut(phone);
    if (entry !== undefined) return entry ?? undefined;
    return behaviourOf(phone).answer === 'opted-out' ? { phone, at: ALWAYS, byUser: true } : undefined;
  }

  function behaviourAt(platform: Platform, to: string): Behaviour {
    const behaviour = behaviourOf(to);
    if (platform === 'sms') {
      if (optOutOf(to)) return behaviourNamed('opted-out');
      if (behaviour.answer === 'opted-out') return behaviourNamed('delivered');
    }
    if (behaviour.answer !== 'throttles') return behaviour;
    const isOver = records.countRequest(platform, to) > THROTTLED_TIMES;
    return isOver ? { ...behaviour, answer: 'accepts' } : behaviour;
  }

  return {
    behaviourAt,
    optOutOf,
    async accept(request, answer, publish) {
      const message = { ...request, id: randomUUID(), acceptedAt: now() };
      records.accept(message, publish(message));
      if (answer === 'accepts-after-receipts') await publisher.publishDue();
      publisher.wake();
      return { messageId: message.id, isReset: answer === 'accepts-and-resets' };
    },
  };
}
