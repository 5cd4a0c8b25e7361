/** A call of an SDK client, once per attempt, and what AWS bills for it. */
export type AwsCall = {
  readonly service: string;
  /** Such as `GetItem`. */
  readonly action: string;
  /** Name of the table or queue; empty for other services. */
  readonly target: string;
  /** Kinds of the affected items: the prefixes of their keys, such as `EV` or `W/EPS`. */
  readonly items: readonly string[];
  readonly reads: number;
  readonly writes: number;
  /** Write units of indexes, included in `writes`. */
  readonly indexWrites: number;
  /** SQS bills a call per 64 KB. */
  readonly pieces: number;
  /** Messages sent or received by the call. */
  readonly messages: number;
  /** Whether a condition failed: such a write is billed, but the response does not report its units. */
  readonly rejected: boolean;
};

/** Sums of calls. */
export function totalOf(calls: readonly AwsCall[]) {
  const total = {
    calls: calls.length,
    reads: 0,
    writes: 0,
    indexWrites: 0,
    pieces: 0,
    messages: 0,
    rejected: 0,
  };
  for (const call of calls) {
    total.reads += call.reads;
    total.writes += call.writes;
    total.indexWrites += call.indexWrites;
    total.pieces += call.pieces;
    total.messages += call.messages;
    total.rejected += call.rejected ? 1 : 0;
  }
  return total;
}
