import type { components } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

type Member = components['schemas']['Member'];

const LIMIT = 100;
/** A workspace with more members than these pages has is no use for a list of choices. */
const MOST_PAGES = 5;

/** The members that a conversation can be assigned to: the member of the key alone if the key cannot read the others. */
export function useMembers(): Loaded<readonly Pick<Member, 'id' | 'name'>[]> {
  const { session } = useSigned();
  return useQuery(['members'], () => readMembers(session));
}

async function readMembers(session: Session): Promise<readonly Pick<Member, 'id' | 'name'>[]> {
  if (!may(session, 'workspace:members:read')) return [session.me.member];
  const members: Member[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query: { limit: number; cursor?: string } = {
      limit: LIMIT,
      ...(cursor === null ? {} : { cursor }),
    };
    const { data, next_cursor: next } = await bodyOf(
      session.api.GET('/api/v1/members', { params: { query } }),
    );
    members.push(...data.filter(({ products }) => products.includes('salesbot')));
    cursor = next;
    if (cursor === null) break;
  }
  return members;
}
