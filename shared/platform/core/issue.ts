import type { ErrorCode } from './errors.ts';

/** How many validation errors a response lists. Checks stop there, so that a hostile body does not cost more than an honest one. */
export const MAX_ISSUES = 50;

/** The message of a valibot check, together with the error code that the check reports. */
export type IssueMessage = ((found: object) => string) & { readonly code: ErrorCode };

/** The error codes of issues. valibot passes each new issue to the function that makes its message. */
const codes = new WeakMap<object, ErrorCode>();

/**
 * A message for a valibot check: `v.minValue(1, issue('out_of_range', 'Use a number of at least 1.'))`.
 * Like the functions of valibot, it is annotated so that bundles omit unused schemas.
 * @__NO_SIDE_EFFECTS__
 */
export function issue(code: ErrorCode, detail: string): IssueMessage {
  const message = (found: object) => {
    codes.set(found, code);
    return detail;
  };
  return Object.assign(message, { code });
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

/** The error code of an issue; undefined if its check has a message of valibot. */
export function issueCode(found: object): ErrorCode | undefined {
  return codes.get(found);
}

/** The error code that a check reports, for a message of unknown type. */
export function messageCode(message: unknown): ErrorCode | undefined {
  return isIssueMessage(message) ? message.code : undefined;
}

function isIssueMessage(message: unknown): message is IssueMessage {
  return typeof message === 'function' && 'code' in message;
}
