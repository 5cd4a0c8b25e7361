import * as v from 'valibot';
import { type ValidationIssue, ValidationError } from '#shared/platform/core/errors.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import type { Step } from '#shared/platform/http/request-context.ts';
import { parseContent } from '#shared/platform/http/validation-issues.ts';

const NO_PARAMETERS = v.strictObject({});
const LIST_FOR_OBJECT: ValidationIssue = {
  pointer: '#',
  code: 'invalid_type',
  detail: 'Send a JSON object, not an array.',
};

/** Gives the handler typed input; what is wrong with it is said all at once (422). */
export function validate({ query, body, readOnlyFields, fieldsOwnedBy }: Operation): Step {
  return ({ event, context: { requestContext } }) => {
    if (requestContext.replayed) return;
    requestContext.query = parseContent(query ?? NO_PARAMETERS, event.queryStringParameters ?? {}, {
      in: 'query',
    });
    // Valibot takes a list for an object (G11).
    if (body && Array.isArray(requestContext.json)) throw new ValidationError([LIST_FOR_OBJECT]);
    if (!body) return;
    requestContext.body = parseContent(
      body,
      requestContext.json,
      { in: 'body' },
      readOnlyFields,
      fieldsOwnedBy,
    );
  };
}
