import * as v from 'valibot';
import { type Finding, InvalidContentError } from '#shared/platform/core/errors.ts';
import type { Step } from '#shared/platform/http/exchange.ts';
import { parseContent } from '#shared/platform/http/findings.ts';
import type { Operation } from '#shared/platform/http/operation.ts';

const NO_PARAMETERS = v.strictObject({});
const LIST_FOR_OBJECT: Finding = {
  pointer: '#',
  code: 'invalid_type',
  detail: 'Send a JSON object, not an array.',
};

/** Gives the handler typed input; what is wrong with it is said all at once (422). */
export function validate({ query, body, readOnlyFields, setElsewhere }: Operation): Step {
  return ({ event, context: { exchange } }) => {
    if (exchange.replayed) return;
    exchange.query = parseContent(query ?? NO_PARAMETERS, event.queryStringParameters ?? {}, { in: 'query' });
    // Valibot takes a list for an object (G11).
    if (body && Array.isArray(exchange.json)) throw new InvalidContentError([LIST_FOR_OBJECT]);
    if (!body) return;
    exchange.body = parseContent(body, exchange.json, { in: 'body' }, readOnlyFields, setElsewhere);
  };
}
