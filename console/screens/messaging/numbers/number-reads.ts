import type { components, operations } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { dataOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

export type PhoneNumber = components['schemas']['PhoneNumber'];
type Template =
  operations['listMessageTemplates']['responses'][200]['content']['application/json']['data'][number];

export const NUMBERS = '/api/v1/salesbot/phone-numbers';
/** The key of the phone numbers among the queries. */
export const NUMBERS_KEY = ['numbers'] as const;
/** More than a workspace can have. */
const ALL = 100;

/** The phone numbers of the workspace; none if the key cannot see them. */
export function useNumbers(): Loaded<readonly PhoneNumber[]> {
  const { session } = useSigned();
  return useQuery<readonly PhoneNumber[]>(NUMBERS_KEY, async () =>
    may(session, 'salesbot:numbers:read') ? await readNumbers(session) : [],
  );
}

/** Reads the phone numbers of the workspace. */
export async function readNumbers({ api }: Session): Promise<readonly PhoneNumber[]> {
  return dataOf(api.GET(NUMBERS, { params: { query: { limit: ALL } } }));
}

/** The templates of a phone number, which WhatsApp returns. */
export function useTemplates(number: string): Loaded<readonly Template[]> {
  const { api } = useSigned().session;
  const params = { path: { number } };
  return useQuery<readonly Template[]>(['templates', number], () =>
    dataOf(api.GET('/api/v1/salesbot/phone-numbers/{number}/templates', { params })),
  );
}

/** Whether messages can have the template. */
export function isSendable({ status }: Template): boolean {
  return status.toUpperCase() === 'APPROVED';
}

/** The path of the API for a phone number. */
export function numberPath(number: string): string {
  return `${NUMBERS}/${encodeURIComponent(number)}`;
}
