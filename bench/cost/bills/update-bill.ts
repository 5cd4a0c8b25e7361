import { totalOf } from '#bench/cost/aws-call.ts';
import type { CountedCall } from '#bench/cost/counted-stack.ts';
import type { UpdateRun } from '#bench/cost/update-run.ts';
import { type BillLine, callDollars, line, totalDollars } from './bill.ts';
import { ASSUMED, invocationDollars, PRICES } from './price-list.ts';

/** Reads and writes of one request, as calls and as units. */
export type RequestCalls = {
  readonly reads: number;
  readonly readUnits: number;
  readonly writes: number;
  readonly writeUnits: number;
};

export type UpdateBill = {
  readonly name: string;
  readonly operation: string;
  readonly requests: number;
  /** A request whose key is cached. */
  readonly warm: RequestCalls;
  /** A request whose key is not cached; the first use of a key in an hour is recorded with a write. */
  readonly cold: RequestCalls;
  readonly keyNotes: number;
  readonly lines: readonly BillLine[];
  readonly perMillion: number;
};

const READS = new Set(['GetItem', 'BatchGetItem', 'Query']);

/** The cost of a kind of update in dollars per million requests, including the stream consumers. */
export function billUpdates({ name, operation, requests, counted, cold }: UpdateRun): UpdateBill {
  const own = counted.calls.filter(({ by }) => by === operation);
  const followed = counted.calls.filter(({ by }) => by === 'project-changes');
  const audit = followed.filter(isAudit);
  const records = counted.runs
    .filter((run) => run.operation === 'project-changes')
    .reduce((sum, run) => sum + run.records, 0);
  const coldOwn = cold.counted.calls.filter(({ by }) => by === operation);
  const lines = [
    line('HTTP API', '1 request', requests * PRICES.httpApiRequest, requests),
    line(
      operation,
      `${ASSUMED.operation * 1000} ms a request`,
      requests * invocationDollars(ASSUMED.operation),
      requests,
    ),
    line('reads', units(own.filter(isRead), requests), callDollars(own.filter(isRead)), requests),
    line('writes', units(own.filter(isWrite), requests), callDollars(own.filter(isWrite)), requests),
    line(
      'project-changes',
      `${records / requests} records, ${ASSUMED.streamRecords} a run`,
      (records / ASSUMED.streamRecords) * invocationDollars(ASSUMED.streamHundred),
      requests,
    ),
    line('audit entry', units(audit, requests), callDollars(audit), requests),
    ...otherLine(
      [...own.filter((call) => !isRead(call) && !isWrite(call)), ...followed.filter(isNoAudit)],
      requests,
    ),
  ];
  const keyNotes = coldOwn.filter((call) => isWrite(call) && isKey(call)).length / cold.requests;
  return {
    name,
    operation,
    requests,
    warm: requestCalls(own, requests),
    cold: requestCalls(
      coldOwn.filter((call) => isRead(call) || !isKey(call)),
      cold.requests,
    ),
    keyNotes,
    lines,
    perMillion: totalDollars(lines),
  };
}

function requestCalls(calls: readonly CountedCall[], requests: number): RequestCalls {
  const [reads, writes] = [calls.filter(isRead), calls.filter(isWrite)];
  return {
    reads: reads.length / requests,
    readUnits: totalOf(reads).reads / requests,
    writes: writes.length / requests,
    writeUnits: totalOf(writes).writes / requests,
  };
}

function otherLine(calls: readonly CountedCall[], requests: number): BillLine[] {
  return [line('anything else', `${calls.length / requests} calls`, callDollars(calls), requests)];
}

function units(calls: readonly CountedCall[], requests: number): string {
  const { reads, writes } = totalOf(calls);
  return `${calls.length / requests} calls, ${(reads + writes) / requests} units`;
}

function isRead({ service, action }: CountedCall): boolean {
  return service === 'dynamodb' && READS.has(action);
}

function isWrite(call: CountedCall): boolean {
  return call.service === 'dynamodb' && !isRead(call);
}

function isKey({ items }: CountedCall): boolean {
  return items.includes('K/K');
}

function isAudit({ items }: CountedCall): boolean {
  return items.includes('AU');
}

function isNoAudit(call: CountedCall): boolean {
  return !isAudit(call);
}
