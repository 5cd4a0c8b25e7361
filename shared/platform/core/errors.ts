import type { ErrorFields, ErrorKind } from './error-kind.ts';
import type { platformErrors } from './platform-errors.ts';

/** The errors by product. Each product adds its own in its `errors.ts`, so the platform does not have to know them. */
export interface DeclaredErrors {
  readonly platform: typeof platformErrors;
}

type CodeOf<Errors> = Errors extends unknown ? keyof Errors & string : never;

/** Stable machine codes (docs/specification.md#error-codes). */
export type ErrorCode = CodeOf<DeclaredErrors[keyof DeclaredErrors]>;

/** The code of an error that operations of every product return. */
export type PlatformCode = CodeOf<DeclaredErrors['platform']>;

/** The fields of an error. An error of the platform has only its code: `kindOf` of the HTTP chain adds its status and title. */
export type CodedError = { readonly code: PlatformCode } | ErrorFields<ErrorCode>;

/** What an error is made of: the code of an error of the platform, or a kind that a product declares. */
export type AnyError = PlatformCode | ErrorKind<ErrorCode> | CodedError;

/** The error with its code as a member. */
export function toCodedError(error: AnyError): CodedError {
  if (typeof error === 'string') return { code: error };
  return typeof error === 'function' ? error() : error;
}

/** The error with this code, which is one of `errors` or an error of the platform. */
export function errorOf<Code extends ErrorCode>(
  code: Code,
  errors: { readonly [Own in Exclude<Code, PlatformCode>]: ErrorKind<ErrorCode> },
): CodedError {
  const kinds: Readonly<Partial<Record<ErrorCode, ErrorKind<ErrorCode>>>> = errors;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `errors` has every code that is not of the platform
  return kinds[code]?.() ?? { code: code as PlatformCode };
}

/** One validation error of a request; `pointer` is a JSON Pointer in URI fragment form (RFC 6901, 6). */
export type ValidationIssue = CodedError & {
  readonly detail: string;
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
} & { readonly [extra: string]: unknown };

/** Fields of every problem document, and of the format for clients of Laravel (docs/api/errors.md). */
type StandardMember =
  | 'type'
  | 'title'
  | 'status'
  | 'detail'
  | 'instance'
  | 'code'
  | 'request_id'
  | 'errors'
  | 'message'
  | 'issues';

/** Additional fields of a problem document, such as `limit` or `required_permissions`. */
export type ProblemExtras = { readonly [member: string]: unknown } & {
  readonly [standard in StandardMember]?: never;
};

/** An error that the client may see. */
export class PlatformError extends Error {
  override readonly name: string = 'PlatformError';
  readonly error: CodedError;
  readonly extras: ProblemExtras;

  constructor(error: AnyError, detail: string, extras: ProblemExtras = {}, options?: ErrorOptions) {
    super(detail, options);
    this.error = toCodedError(error);
    this.extras = extras;
  }

  get code(): ErrorCode {
    return this.error.code;
  }
}

/** The request is well formed but its content is invalid (422); contains all validation errors. */
export class ValidationError extends PlatformError {
  override readonly name = 'ValidationError';
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    const [first] = issues;
    // The code that all entries share, otherwise the generic one (docs/specification.md#problem-code).
    const isShared = first !== undefined && issues.every(({ code }) => code === first.code);
    const single = issues.length === 1 ? first : undefined;
    super(
      isShared ? first : 'validation_failed',
      single?.detail ?? `The request has ${issues.length} validation errors.`,
      toExtras(single),
    );
    this.issues = issues;
  }
}

/** A validation error without its title and status, which a response has only once. */
export type PublicIssue = Pick<ValidationIssue, 'code' | 'detail' | 'pointer' | 'parameter' | 'header'>;

/** A validation error as in the response. */
export function publicIssue(issue: ValidationIssue): PublicIssue {
  const { title: _title, status: _status, headers: _headers, ...shown } = issue;
  return shown;
}

/** The additional fields of a single validation error, which are repeated at the top level. */
function toExtras(issue: ValidationIssue | undefined): ProblemExtras {
  const own = ['code', 'detail', 'pointer', 'parameter', 'header', 'status', 'title', 'headers'];
  return Object.fromEntries(Object.entries(issue ?? {}).filter(([name]) => !own.includes(name)));
}

/** The key of the request was revoked, expired or reduced after the request was authorised with a cached copy of it. */
export class CallerKeyChangedError extends PlatformError {
  override readonly name = 'CallerKeyChangedError';

  static invalid(): CallerKeyChangedError {
    return new CallerKeyChangedError(
      'api_key_invalid',
      'The API key was revoked or has expired. Use another key.',
    );
  }

  /** @param lost permissions that the key had when the request was authorised */
  static reduced(lost: readonly string[]): CallerKeyChangedError {
    const detail = `The API key no longer has ${lost.join(' and ')}. Repeat the request, or use a key with these permissions.`;
    return new CallerKeyChangedError('permission_missing', detail, {
      required_permissions: lost,
      missing_permissions: lost,
    });
  }
}

/** A conditional write lost against concurrent writes, after all retries (docs/failure-histories.md#transaction-conflicts). */
export class ConcurrentUpdateError extends PlatformError {
  override readonly name: string = 'ConcurrentUpdateError';

  constructor(options?: ErrorOptions) {
    super(
      'concurrent_update',
      'The resource was changed by another request. Read it again and retry.',
      {},
      options,
    );
  }
}

/** Another request with the same `Idempotency-Key` has executed the command; its response is stored. */
export class DuplicateRequestError extends Error {
  override readonly name = 'DuplicateRequestError';
}

/** EventBridge Scheduler rejects this schedule on every retry; the service itself works. */
export class TimerRejectedError extends Error {
  override readonly name = 'TimerRejectedError';
}

/** A stored item does not have the expected shape; never treated as missing. */
export class MalformedItemError extends Error {
  override readonly name = 'MalformedItemError';
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`Stored item ${key} is malformed`, options);
    this.key = key;
  }
}
