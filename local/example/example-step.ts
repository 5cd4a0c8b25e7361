import type { ExampleApi } from './example-api.ts';

/**
 * One step that fills the example workspace. It can be repeated: a start can be interrupted before it has saved that the step is done.
 */
export type ExampleStep = (context: {
  readonly api: ExampleApi;
  readonly receiverUrl: string;
}) => Promise<void>;
