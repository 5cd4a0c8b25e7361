import * as v from 'valibot';
import type { Step } from '#shared/http/exchange.ts';
import { parseContent } from '#shared/http/findings.ts';
import type { Operation } from '#shared/http/operation.ts';

const NO_PARAMETERS = v.strictObject({});

/** Gives the handler typed input; what is wrong with it is said all at once (422). */
export function validate({ query, body, readOnlyFields }: Operation): Step {
  return ({ event, context: { exchange } }) => {
    if (exchange.replayed) return;
    exchange.query = parseContent(query ?? NO_PARAMETERS, event.queryStringParameters ?? {}, { in: 'query' });
    if (body) exchange.body = parseContent(body, exchange.json, { in: 'body' }, readOnlyFields);
  };
}
