import type middy from '@middy/core';
import type { Context } from 'aws-lambda';

type Step<Event, Result, Invocation extends Context> = (
  request: Omit<middy.Request<Event, Result, Error, Invocation>, 'earlyResponse'>,
) => undefined | Promise<undefined>;

/**
 * A middleware of a Lambda function. Middy ends the chain at the first value that a middleware returns or sets as `earlyResponse`: the
 * checks that follow and all `after` steps are skipped. Our middlewares therefore can do neither; a check that fails throws an error.
 * Middy runs `after` and `onError` in reverse order.
 */
export type Middleware<Event, Result, Invocation extends Context = Context> = {
  readonly before?: Step<Event, Result, Invocation>;
  readonly after?: Step<Event, Result, Invocation>;
  readonly onError?: Step<Event, Result, Invocation>;
};
