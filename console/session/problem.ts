import type { components } from '#clients/typescript/schema.d.ts';

export type ValidationIssue = components['schemas']['ValidationIssue'];

/** What single errors say beyond the fields of every error. */
type Extensions = {
  /** The running recovery, with `recovery_running`. */
  readonly recovery?: string;
  /** The contact that has the address, with `contact_exists`. */
  readonly contact?: string;
  /** The open conversation, with `conversation_open`. */
  readonly conversation?: string;
};

type ProblemFields = Partial<components['schemas']['Problem']> & Extensions;

/** An error response of the API. */
export class ApiProblemError extends Error {
  override readonly name = 'ApiProblemError';
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly issues: readonly ValidationIssue[];
  readonly extensions: Extensions;

  constructor(status: number, problem: ProblemFields) {
    super(problem.detail ?? `The API returned the status ${status}.`);
    this.status = status;
    this.code = problem.code;
    this.requestId = problem.request_id;
    this.issues = problem.errors ?? [];
    this.extensions = problem;
  }
}

/** No response arrived, so it is unknown whether the API has received the request. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

type Answer<T> = Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>;

/** The body of a success; `undefined` for a 204. @throws ApiProblemError for an error response, and NoResponseError */
export async function bodyOf<T>(answer: Answer<T>): Promise<T> {
  const { data, error, response } = await answer.catch((error_: unknown) => {
    throw new NoResponseError('No response from the API. Check your connection.', { cause: error_ });
  });
  // A 204 has no body, and its type is `undefined`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (response.ok) return data as T;
  throw new ApiProblemError(response.status, typeof error === 'object' && error !== null ? error : {});
}

/** The resource or the list of a success, without what the response has beside it. Throws like `bodyOf`. */
export async function dataOf<T>(answer: Answer<{ readonly data: T }>): Promise<T> {
  return (await bodyOf(answer)).data;
}

/** The resource of a success with its revision. Throws like `bodyOf`. */
export async function revisionOf<T>(
  answer: Answer<{ readonly data: T }>,
): Promise<{ readonly data: T; readonly etag: string }> {
  const { data } = await bodyOf(answer);
  return { data, etag: (await answer).response.headers.get('ETag') ?? '' };
}

/** Waits for a deletion. A repeated deletion whose first response was lost finds nothing, which is what the person wants. */
export async function deletion(answer: Answer<unknown>): Promise<void> {
  try {
    await bodyOf(answer);
  } catch (error) {
    if (!(error instanceof ApiProblemError && error.status === 404)) throw error;
  }
}

/**
 * The validation errors of a field and of everything in it: `#/subscriptions` also has those of `#/subscriptions/0/event`. `?since` has those
 * of the query parameter `since`. `except` are parts of the field that show their own errors.
 */
export function issuesAt(
  error: Error | null,
  pointer: string,
  except: readonly string[] = [],
): readonly ValidationIssue[] {
  if (!(error instanceof ApiProblemError)) return [];
  return error.issues.filter((issue) => isAt(issue, pointer) && !except.some((part) => isAt(issue, part)));
}

/** The validation errors that no field of a form shows. */
export function issuesElsewhere(
  error: Error | null,
  pointers: readonly string[],
): readonly ValidationIssue[] {
  if (!(error instanceof ApiProblemError)) return [];
  return error.issues.filter((issue) => !pointers.some((pointer) => isAt(issue, pointer)));
}

/** Whether the fields of a form show the whole error. */
export function isShownAt(error: Error | null, pointers: readonly string[]): boolean {
  if (!(error instanceof ApiProblemError) || error.issues.length === 0) return false;
  return issuesElsewhere(error, pointers).length === 0;
}

/** What was thrown, as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

function isAt({ pointer: at, parameter }: ValidationIssue, pointer: string): boolean {
  if (at === undefined) return pointer === `?${parameter}`;
  return at === pointer || at.startsWith(`${pointer}/`);
}
