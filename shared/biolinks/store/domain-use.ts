import { DEFAULT_DOMAIN_ID, type Page } from '#shared/biolinks/domain/page.ts';
import { exists, type Condition, type Write, updateItem } from '#shared/platform/store/write.ts';
import { domainKey } from './keys.ts';
import { isConnected } from './page-conditions.ts';

type OnDomain = Pick<Page, 'workspaceId' | 'domainId'>;

/**
 * Updates the page counts of domains when a page is created (`before` is undefined), switches its domain, or is deleted
 * (`after` is undefined). The count ensures that a page cannot switch to a domain that is being deleted. The default domain,
 * which every workspace uses, has no count.
 */
export function domainUseWrites(before: OnDomain | undefined, after: OnDomain | undefined): Write[] {
  if (before?.domainId === after?.domainId) return [];
  return [
    ...(after ? countPage(after, 1, isConnected) : []),
    // A domain with pages cannot be deleted, so this fails only if the page changed too.
    ...(before ? countPage(before, -1, exists) : []),
  ];
}

function countPage({ workspaceId, domainId }: OnDomain, by: number, condition: Condition): Write[] {
  if (domainId === DEFAULT_DOMAIN_ID) return [];
  const update = { expression: 'SET pages = pages + :by', values: { ':by': by } };
  return [updateItem(domainKey(workspaceId, domainId), update, condition)];
}
