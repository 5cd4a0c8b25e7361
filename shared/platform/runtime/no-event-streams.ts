/**
 * Stands in for the SDK's event streams in deployed bundles: no operation that is used here has one, and their loading on
 * demand would keep half of the SDK wrapped for it (ADR 20).
 */
// oxlint-disable-next-line typescript/no-extraneous-class -- The SDK asks for a class of this name.
export class EventStreamSerde {
  constructor() {
    throw new Error('No operation that is used here has an event stream');
  }
}

/** Never called. */
export function eventStreamSerdeProvider(): never {
  throw new Error('No operation that is used here has an event stream');
}
