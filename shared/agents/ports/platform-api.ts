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

export type CallResponse = { readonly status: number; readonly body: unknown };

/** The API, called with the key of one client. */
export type PlatformApi = {
  readonly workspaceId: string;
  /** The operations that the key may call, by their ids. */
  readonly operations: ReadonlyMap<string, ListedOperation>;
  /** Names of fields and values that the API documents, so they are no texts of other people. */
  readonly words: ReadonlySet<string>;
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

  constructor(status: number, problem: Readonly<Record<string, unknown>>) {
    super(`The API responded with ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

/** An argument of a tool is not valid. The message says what to send instead. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
