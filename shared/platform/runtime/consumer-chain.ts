import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Middleware } from './middleware.ts';

/**
 * The chain of a function that a queue, a stream or a schedule invokes. It has no early timeout: middy would respond before Lambda ends
 * the invocation, and unfinished requests would go on inside the next invocation of the same container. A function that runs out of
 * time ends with its container instead, and its messages return to the queue. A handler without a result leaves the response to a
 * middleware.
 */
export function consumerChain<Event, Result, Invocation extends Context>(
  handler: (event: Event, context: Invocation) => Promise<Result | undefined>,
  chain: Middleware<Event, Result, Invocation>[],
): (event: Event, context?: Context) => Promise<Result> {
  const run = middy<Event, Result | undefined, Error, Invocation>(handler, { timeoutEarlyInMillis: 0 });
  const invoke: (event: Event, context: Invocation) => Promise<Result | undefined> = run.use(chain);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the middlewares complete the context and the response
  return invoke as (event: Event, context?: Context) => Promise<Result>;
}
