import type { CountedCall } from '#bench/cost/counted-stack.ts';
import { PRICES } from './price-list.ts';

/** One line of a bill. */
export type BillLine = {
  readonly component: string;
  /** The quantity, and what it was counted from. */
  readonly what: string;
  readonly dollarsPerMillion: number;
};

/** A line in dollars per million units, of which `of` were made. */
export function line(component: string, what: string, dollars: number, of: number): BillLine {
  return { component, what, dollarsPerMillion: (dollars / of) * 1e6 };
}

export function totalDollars(lines: readonly BillLine[]): number {
  return lines.reduce((sum, { dollarsPerMillion }) => sum + dollarsPerMillion, 0);
}

/** The price of the calls themselves for any service; fair queues cost more. */
export function callDollars(calls: readonly CountedCall[]): number {
  return calls.reduce((sum, call) => sum + dollarsOf(call), 0);
}

function dollarsOf({ service, action, reads, writes, pieces }: CountedCall): number {
  if (service === 'dynamodb') return reads * PRICES.readUnit + writes * PRICES.writeUnit;
  if (service === 'kms') return PRICES.keyRequest;
  if (service === 'sqs') return pieces * (PRICES.queueRequest + PRICES.fairQueueRequest);
  // Creating and deleting a schedule is free; it is billed when it fires.
  return action === 'CreateSchedule' ? PRICES.scheduleFired : 0;
}
