import type middy from '@middy/core';
import type { Context } from 'aws-lambda';

type Step<Event, Result, Invocation extends Context> = (
  request: middy.Request<Event, Result, Error, Invocation>,
) => undefined | Promise<undefined>;

/**
 * A middleware of a Lambda function. Middy ends the chain at the first value that a middleware returns: the checks that follow and
 * all `after` steps are skipped. Our middlewares therefore return nothing; a check that fails throws an error. Middy runs `after`
 * and `onError` in reverse order.
 */
export type Middleware<Event, Result, Invocation extends Context = Context> = {
  readonly before?: Step<Event, Result, Invocation>;
  readonly after?: Step<Event, Result, Invocation>;
  readonly onError?: Step<Event, Result, Invocation>;
};
