import type { components } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { readAll } from '#console/session/read-all.ts';
import type { Session } from '#console/session/session.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

export type Member = components['schemas']['Member'];
export type NewMember = components['schemas']['CreateMemberBody'];

export const MEMBERS = '/api/v1/members';
const LIMIT = 100;
const MAX_PAGES = 5;
/** At most so many members are read. */
export const MAX_MEMBERS = LIMIT * MAX_PAGES;

/** The first members of the workspace in the order of the API, at most `MAX_MEMBERS`; none if the key cannot see them. */
export function useMembers(): Loaded<readonly Member[]> {
  const { session } = useSigned();
  return useQuery(['members'], () => readMembers(session));
}

async function readMembers(session: Session): Promise<readonly Member[]> {
  if (!may(session, 'workspace:members:read')) return [];
  const { data } = await readAll(MAX_PAGES, (cursor) =>
    bodyOf(session.api.GET(MEMBERS, { params: { query: { limit: LIMIT, ...cursor } } })),
  );
  return data;
}

/** The path of the API for a member. */
export function memberPath(member: string): string {
  return `${MEMBERS}/${encodeURIComponent(member)}`;
}
