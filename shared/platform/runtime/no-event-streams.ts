/**
 * Replaces the SDK's event streams in deployed bundles. No operation in use has one, and loading them lazily would keep half
 * of the SDK wrapped (ADR 20).
 */
// oxlint-disable-next-line typescript/no-extraneous-class -- The SDK imports a class with this name.
export class EventStreamSerde {
  constructor() {
    throw new Error('No operation that is used here has an event stream');
  }
}

/** Never called. */
export function eventStreamSerdeProvider(): never {
  throw new Error('No operation that is used here has an event stream');
}
