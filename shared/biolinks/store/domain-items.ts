import * as v from 'valibot';
import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { domainKey, hostKey, ownHostKey } from './keys.ts';

const domainItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    host: v.string(),
    state: v.picklist(['pending', 'verified']),
    challenge: v.string(),
    verifiedAt: maybe(instant),
    createdAt: instant,
  }),
);

const hostItem = v.object({ host: v.string(), domainId: v.string(), workspaceId: v.string() });

/** The item of a new domain; `pages` counts the pages on it. */
export function toDomainItem(domain: PageDomain, change: Change) {
  return {
    ...domainKey(domain.workspaceId, domain.id),
    resource: 'domain' satisfies AuditedResource,
    ...domainItem.encode(domain),
    pages: 0,
    lastChange: toLastChange(change),
  };
}

export function fromDomainItem(item: Item): PageDomain {
  return domainItem.decode(item);
}

/** The uniqueness item of a host within its workspace. */
export function toOwnHostItem({ id, workspaceId, host }: PageDomain, change: Change) {
  return { ...ownHostKey(workspaceId, host), domainId: id, lastChange: toLastChange(change) };
}

/** The claim of a verified host, by which visitors' requests find the domain. */
export function toHostItem({ id, workspaceId, host }: PageDomain, change: Change) {
  return {
    ...hostKey(host),
    host,
    domainId: id,
    workspaceId,
    lastChange: toLastChange(change),
  };
}

/** The domain of a claimed host. */
export function fromHostItem(item: Item): { host: string; domainId: string; workspaceId: string } {
  return parseItem(hostItem, item);
}
