import type { components } from '#clients/typescript/schema.d.ts';

/** An error response of the API. */
export class ApiProblemError extends Error {
  override readonly name = 'ApiProblemError';
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, problem: Partial<components['schemas']['Problem']>) {
    super(problem.detail ?? `The API returned the status ${status}.`);
    this.status = status;
    this.code = problem.code;
    this.requestId = problem.request_id;
  }
}

/** The body of a success. @throws ApiProblemError for an error response */
export async function bodyOf<T>(
  answer: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok && data !== undefined) return data;
  throw new ApiProblemError(response.status, typeof error === 'object' && error !== null ? error : {});
}
