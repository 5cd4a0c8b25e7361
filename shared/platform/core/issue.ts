import { type AnyError, type CodedError, type ErrorCode, toCodedError } from './errors.ts';

/** How many validation errors a response lists. Checks stop there, so that a hostile body does not cost more than an honest one. */
export const MAX_ISSUES = 50;

/** The message of a valibot check, together with the error code that the check reports. */
export type IssueMessage = ((found: object) => string) & { readonly code: ErrorCode };

/** The errors of issues. valibot passes each new issue to the function that makes its message. */
const errors = new WeakMap<object, CodedError>();

/**
 * A message for a valibot check: `v.minValue(1, issue('out_of_range', 'Use a number of at least 1.'))`.
 * Like the functions of valibot, it is annotated so that bundles omit unused schemas.
 * @__NO_SIDE_EFFECTS__
 */
export function issue(error: AnyError, detail: string): IssueMessage {
  const coded = toCodedError(error);
  const message = (found: object) => {
    errors.set(found, coded);
    return detail;
  };
  return Object.assign(message, { code: coded.code });
}

/**
 * A message for `v.variant`, whose code depends on whether the discriminator is missing, unknown or of another type.
 * @__NO_SIDE_EFFECTS__
 */
export function discriminatorIssue(detail: string) {
  return (found: { readonly received: string }): string => {
    const { received } = found;
    // valibot describes the received value as a string; only strings are in quotes.
    const code = received.startsWith('"') ? 'invalid_format' : 'invalid_type';
    return issue(received === 'undefined' ? 'required' : code, detail)(found);
  };
}

/** The error of an issue, as in a validation error; undefined if its check has a message of valibot. */
export function issueError(found: object): CodedError | undefined {
  return errors.get(found);
}

/** The error code of an issue; undefined if its check has a message of valibot. */
export function issueCode(found: object): ErrorCode | undefined {
  return issueError(found)?.code;
}

/** The error code that a check reports, for a message of unknown type. */
export function messageCode(message: unknown): ErrorCode | undefined {
  return isIssueMessage(message) ? message.code : undefined;
}

function isIssueMessage(message: unknown): message is IssueMessage {
  return typeof message === 'function' && 'code' in message;
}
