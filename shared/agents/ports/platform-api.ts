import type { ListedOperation } from '#shared/platform/core/listed-operation.ts';

/** Values of an operation, by the names in its documentation. */
export type CallInput = {
  /** Parameters of the path and of the query. The workspace of the key is the default of `workspace`. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** The revision that the change is based on, without quotes. */
  readonly ifMatch?: string;
  /** Sent with each POST. */
  readonly idempotencyKey?: string;
};

export type CallResponse = {
  readonly status: number;
  readonly body: unknown;
  /** The revision of the resource, which the response has as `ETag`. */
  readonly revision?: string;
};

/** The API, called with the key of one client. */
export type PlatformApi = {
  /** The operations that the key may call, by their ids. */
  readonly operations: ReadonlyMap<string, ListedOperation>;
  /** Names of fields and values that the API documents, so they are no texts of other people. */
  readonly words: ReadonlySet<string>;
  /** Checks the parameters of a call without sending it. @throws InputError */
  readonly check: (operation: string, input: CallInput) => void;
  /**
   * Calls an operation. @throws ApiProblemError for a response with a status of 4xx or 5xx
   * @throws InputError for a parameter that the operation does not have, or whose value cannot be part of a path
   */
  readonly call: (operation: string, input?: CallInput) => Promise<CallResponse>;
};

/** A response of the API with a status of 4xx or 5xx. */
export class ApiProblemError extends Error {
  override readonly name = 'ApiProblemError';
  readonly status: number;
  /** The problem document, or the parsed response of the gateway. */
  readonly problem: Readonly<Record<string, unknown>>;
  /** Seconds to wait before the next request, if the response says so. */
  readonly retryAfter: string | undefined;

  constructor(
    status: number,
    problem: Readonly<Record<string, unknown>>,
    { retryAfter, cause }: { readonly retryAfter?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(`The API responded with ${status}`, { cause });
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** An argument of a tool is not valid. The message says what to send instead. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
