import type { components, operations } from '#clients/typescript/schema.d.ts';
import { ApiProblemError, bodyOf, dataOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import type { Once } from '#console/session/use-command.ts';

/** The number of recipients and the price of a broadcast before it is sent. */
export type Estimate = components['schemas']['BroadcastEstimate'];

/** A contact with the result of its message. */
export type Recipient = components['schemas']['BroadcastRecipient'];

/** The query of a page of recipients. */
export type RecipientQuery = NonNullable<operations['listRecipients']['parameters']['query']>;

/** Pauses the broadcast. */
export function pause({ api }: Session, broadcast: string, headers: Once): Promise<unknown> {
  const params = { path: { broadcast } };
  return bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/pause', { params, headers }));
}

/** Resumes the broadcast, with a higher budget if `budget` is not empty. */
export function resume({ api }: Session, broadcast: string, budget: string, headers: Once): Promise<unknown> {
  const params = { path: { broadcast } };
  const body = budget === '' ? {} : { budget: { amount: budget } };
  return bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/resume', { params, headers, body }));
}

/**
 * Creates a draft for the failed recipients of a broadcast that has ended, and with `unknown` also for those whose result is unknown. Returns its ID.
 */
export async function retry(
  { api }: Session,
  broadcast: string,
  { unknown }: { readonly unknown: boolean },
  headers: Once,
): Promise<string> {
  const params = { path: { broadcast } };
  const body = { include_unknown: unknown };
  const response = api.POST('/api/v1/broadcasts/{broadcast}/retry', { params, headers, body });
  return (await dataOf(response)).id;
}

/** Begins to count the recipients. */
export function requestEstimate({ api }: Session, broadcast: string, headers: Once): Promise<unknown> {
  const params = { path: { broadcast } };
  return bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/estimate', { params, headers }));
}

/** The latest estimate; null if there is none. */
export async function readEstimate({ api }: Session, broadcast: string): Promise<Estimate | null> {
  const params = { path: { broadcast } };
  try {
    const response = api.GET('/api/v1/broadcasts/{broadcast}/estimate', { params });
    return await dataOf(response);
  } catch (error) {
    if (error instanceof ApiProblemError && error.code === 'estimate_not_found') return null;
    throw error;
  }
}

/** A page of the recipients. */
export function readRecipients({ api }: Session, broadcast: string, query: RecipientQuery) {
  const params = { path: { broadcast }, query };
  return bodyOf(api.GET('/api/v1/broadcasts/{broadcast}/recipients', { params }));
}
