import * as v from 'valibot';
import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { instant, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { domainKey, hostKey, ownHostKey } from './page-keys.ts';

const domainItem = v.object({
  id: v.string(),
  workspace_id: v.string(),
  host: v.string(),
  state: v.picklist(['pending', 'verified']),
  challenge: v.string(),
  verified_at: maybe(instant),
  created_at: instant,
});

const hostItem = v.object({ host: v.string(), domain_id: v.string(), workspace_id: v.string() });

/** The item of a new domain; `pages` counts the pages on it. */
export function toDomainItem(domain: PageDomain, change: Change) {
  return {
    ...domainKey(domain.workspaceId, domain.id),
    resource: 'domain' satisfies AuditedResource,
    id: domain.id,
    workspace_id: domain.workspaceId,
    host: domain.host,
    state: domain.state,
    challenge: domain.challenge,
    verified_at: domain.verifiedAt?.getTime(),
    created_at: domain.createdAt.getTime(),
    pages: 0,
    last_change: toLastChange(change),
  };
}

export function fromDomainItem(item: Item): PageDomain {
  const { workspace_id, verified_at, created_at, ...rest } = parseItem(domainItem, item);
  return { ...rest, workspaceId: workspace_id, verifiedAt: verified_at, createdAt: created_at };
}

/** The uniqueness item of a host within its workspace. */
export function toOwnHostItem({ id, workspaceId, host }: PageDomain, change: Change) {
  return { ...ownHostKey(workspaceId, host), domain_id: id, last_change: toLastChange(change) };
}

/** The claim of a verified host, by which visitors' requests find the domain. */
export function toHostItem({ id, workspaceId, host }: PageDomain, change: Change) {
  return {
    ...hostKey(host),
    host,
    domain_id: id,
    workspace_id: workspaceId,
    last_change: toLastChange(change),
  };
}

/** The domain of a claimed host. */
export function fromHostItem(item: Item): { host: string; domainId: string; workspaceId: string } {
  const { host, domain_id, workspace_id } = parseItem(hostItem, item);
  return { host, domainId: domain_id, workspaceId: workspace_id };
}
