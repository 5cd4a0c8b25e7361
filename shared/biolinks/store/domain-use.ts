import { DEFAULT_DOMAIN_ID, type Page } from '#shared/biolinks/domain/page.ts';
import { ConcurrentUpdateError, ValidationError } from '#shared/platform/core/errors.ts';
import type { Condition, Write } from '#shared/platform/store/write.ts';
import { domainKey } from './page-keys.ts';

type Placed = Pick<Page, 'workspaceId' | 'domainId'>;

/**
 * What a page's transaction must carry when the page comes to a domain, moves between two or goes (`undefined` is no
 * page). The domain counts its pages, so that deleting it and a page's move to it cannot both succeed. The default domain
 * counts nothing: every workspace uses it.
 */
export function domainUseWrites(
  table: string,
  before: Placed | undefined,
  after: Placed | undefined,
): Write[] {
  if (before?.domainId === after?.domainId) return [];
  return [
    ...(after ? countPage(table, after, 1, CONNECTED) : []),
    ...(before ? countPage(table, before, -1, PRESENT) : []),
  ];
}

type Guard = Pick<Write, 'names' | 'values'> & { readonly condition: Condition };

function countPage(table: string, { workspaceId, domainId }: Placed, by: number, guard: Guard): Write[] {
  if (domainId === DEFAULT_DOMAIN_ID) return [];
  const values = { ...guard.values, ':by': by };
  const key = domainKey(workspaceId, domainId);
  return [{ kind: 'update', table, key, set: 'SET pages = pages + :by', ...guard, values }];
}

const CONNECTED: Guard = {
  names: { '#state': 'state' },
  values: { ':verified': 'verified' },
  condition: {
    when: 'attribute_exists(pk) AND #state = :verified',
    onFailure: () =>
      new ValidationError([
        {
          pointer: '#/domain',
          code: 'domain_not_connected',
          detail: 'The workspace has no verified domain with this ID.',
        },
      ]),
  },
};

/** A page keeps its domain from being deleted, so this holds as long as the page is as it was read. */
const PRESENT: Guard = {
  condition: { when: 'attribute_exists(pk)', onFailure: () => new ConcurrentUpdateError() },
};
