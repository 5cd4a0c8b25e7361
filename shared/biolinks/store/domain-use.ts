import { DEFAULT_DOMAIN_ID, type Page } from '#shared/biolinks/domain/page.ts';
import { exists } from '#shared/platform/store/conditions.ts';
import { type Condition, type Write, updateItem } from '#shared/platform/store/write.ts';
import { isConnected } from './page-conditions.ts';
import { domainKey } from './page-keys.ts';

type Placed = Pick<Page, 'workspaceId' | 'domainId'>;

/**
 * The writes for a page that is created on a domain, moves between two domains or is deleted (`undefined` is no page). A
 * domain counts its pages, so that deleting the domain and moving a page to it cannot both succeed. The default domain, which
 * every workspace uses, counts nothing.
 */
export function domainUseWrites(before: Placed | undefined, after: Placed | undefined): Write[] {
  if (before?.domainId === after?.domainId) return [];
  return [
    ...(after ? countPage(after, 1, isConnected) : []),
    // A page keeps its domain from being deleted, so this holds as long as the page is unchanged.
    ...(before ? countPage(before, -1, exists) : []),
  ];
}

function countPage({ workspaceId, domainId }: Placed, by: number, condition: Condition): Write[] {
  if (domainId === DEFAULT_DOMAIN_ID) return [];
  const update = { expression: 'SET pages = pages + :by', values: { ':by': by } };
  return [updateItem(domainKey(workspaceId, domainId), update, condition)];
}
