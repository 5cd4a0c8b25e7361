/** A call that left an SDK client, as often as it was sent, and what AWS bills for it. */
export type AwsCall = {
  readonly service: string;
  /** Such as `GetItem`. */
  readonly action: string;
  /** The table or queue by name; empty where there is none. */
  readonly target: string;
  /** Kinds of the items it is about, by the letters that their keys begin with, such as `EV` or `W/EPS`. */
  readonly items: readonly string[];
  readonly reads: number;
  readonly writes: number;
  /** Of the writes, those to indexes. */
  readonly indexWrites: number;
  /** SQS bills a call by pieces of 64 KB. */
  readonly pieces: number;
  /** Messages that the call carries or gets. */
  readonly messages: number;
  /** Whether a condition failed: it is billed, and no answer says how much. */
  readonly refused: boolean;
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
    refused: 0,
  };
  for (const call of calls) {
    total.reads += call.reads;
    total.writes += call.writes;
    total.indexWrites += call.indexWrites;
    total.pieces += call.pieces;
    total.messages += call.messages;
    total.refused += call.refused ? 1 : 0;
  }
  return total;
}
