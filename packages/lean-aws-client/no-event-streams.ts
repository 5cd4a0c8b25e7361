/**
 * Replaces the SDK's event streams in deployed bundles. No AWS operation that is used here has one. The SDK loads them with
 * `import()`, for which esbuild would wrap half of the SDK in functions.
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
