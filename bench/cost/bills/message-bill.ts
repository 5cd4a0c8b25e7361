import type { MessageStep, MessageUnits } from '#bench/cost/message-run.ts';
import { type BillLine, line } from './bill.ts';
import { PRICES } from './price-list.ts';

/** The steps of a text message that arrives. */
const DELIVERY = ['message queued', 'message claimed', 'message accepted', 'message delivered'] as const;

/** What DynamoDB bills for the writes of conversations and messages, in dollars per million. */
export function messageBills(units: MessageUnits): Readonly<Record<string, readonly BillLine[]>> {
  const lines = (steps: readonly MessageStep[]) =>
    steps.map((step) => writesLine(step, units.get(step) ?? 0));
  return {
    'Messages to contacts, writes of the stores: dollars per million': lines(DELIVERY),
    'Conversations, writes of the stores: dollars per million': lines(['conversation created']),
    'Messages from contacts, writes of the stores: dollars per million': lines(['message received']),
    'First messages of new contacts, writes of the stores: dollars per million': lines([
      'message received from a new contact',
    ]),
  };
}

function writesLine(step: MessageStep, units: number): BillLine {
  return line(step, `${units} write units`, units * PRICES.writeUnit, 1);
}
