import type { Environment } from '#packages/lean-aws-client/direct-client.ts';

/** A queue of an operation, and the environment of its SQS client. */
export type BoundQueue = { readonly url: string; readonly environment: Environment };
