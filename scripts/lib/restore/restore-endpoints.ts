import { randomUUID } from 'node:crypto';
import { WORKSPACE_FILTER_BYTES } from '#shared/events/subscriptions/subscription-filters.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { fromMemberItem, isRemovedMember } from '#shared/platform/identity/store/workspace-items.ts';
import { commitWrites } from '#shared/platform/store/commit.ts';
import { orError } from '#shared/platform/store/item-schema.ts';
import { directoryKey, memberKey } from '#shared/platform/store/keys.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { checkItem, isNew, putItem, type Write } from '#shared/platform/store/write.ts';
import { ENDPOINT_LIMIT, type Endpoint, endpointProducts } from '#shared/webhooks/domain/endpoint.ts';
import { canBeResponsible } from '#shared/webhooks/domain/suspend-endpoint.ts';
import { toEndpointItem, toTargetItem } from '#shared/webhooks/store/endpoint-items.ts';
import { requireResponsibleAdmin } from '#shared/webhooks/store/endpoint-writes.ts';
import { endpointKey } from '#shared/webhooks/store/keys.ts';
import {
  directoryOf,
  type DirectoryState,
  directoryWrites,
  isStored,
  withEndpoint,
} from './directory-state.ts';
import { readFacts, type WorkspaceFacts } from './endpoint-facts.ts';
import { type Plan, planEndpoint } from './endpoint-plan.ts';
import type { Decision } from './restore-decision.ts';
import { unchangedItem } from './unchanged-item.ts';

type Options = {
  readonly live: WritableTable;
  readonly restored: Pick<Table, 'get'>;
  readonly overwrite: boolean;
  readonly apply: boolean;
  readonly now: Date;
  /** Decides about an item of the restored table. */
  readonly decide: (past: Item) => Promise<Decision>;
  readonly print: (line: string) => void;
  readonly count: (label: string) => void;
};

type Written = Extract<Plan, { readonly kind: 'restore' | 'repair' | 'list' }>;

/**
 * Restores the endpoints of a workspace. Each endpoint, its delivery target and all copies of the directory are written in one
 * transaction from the same endpoint. Live items that disagree with each other are repaired from the live endpoint. Everything is read
 * again after each transaction, so a run that stops in the middle leaves nothing half written and can be repeated.
 */
export async function restoreEndpoints(
  workspaceId: string,
  ids: ReadonlySet<string>,
  { live, restored, overwrite, apply, now, decide, print, count }: Options,
): Promise<void> {
  const settled = new Map<string, Written['kind']>();
  let isDirectoryWritten = false;
  for (;;) {
    const facts = await readFacts(workspaceId, ids, { live, restored });
    const listed = facts.pastDirectory ?? { ...directoryKey(workspaceId, 0), endpoints: {} };
    const ofDirectory = await decide(listed);
    if (ofDirectory.action === 'skip') {
      count(`directory: skip, ${ofDirectory.reason}`);
      for (const { past } of facts.endpoints) if (past) count(`endpoint: skip, ${ofDirectory.reason}`);
      return;
    }
    const decided = await Promise.all(
      facts.endpoints.map(async (each) => {
        const decision = each.past && (await decide(each.past));
        const plan = await planEndpoint(each, { decision, overwrite, now, isResponsible });
        return { plan, decision };
      }),
    );
    const plans = decided.map(({ plan }) => plan);
    const open = plans.filter(isWritten).filter(({ facts: { id } }) => !settled.has(id));
    for (const plan of apply ? open.slice(0, 1) : open) {
      settled.set(plan.facts.id, plan.kind);
      if (await settle(plan, plans, facts)) isDirectoryWritten = true;
    }
    if (apply && open.length > 0) continue;
    for (const { plan, decision } of decided)
      if (settled.get(plan.facts.id) !== 'restore') report(plan, decision);
    count(`directory: ${await finishDirectory(plans, facts, isDirectoryWritten)}`);
    return;
  }

  /** Writes what is planned for one endpoint. Returns whether it was written. */
  async function settle(plan: Written, plans: readonly Plan[], facts: WorkspaceFacts): Promise<boolean> {
    const { id } = plan.facts;
    const before = directoryOf(facts, plans);
    const directory = withEndpoint(before, plan.endpoint);
    const reason = findLimit(plan, before, directory);
    if (reason === undefined && plan.kind === 'repair')
      print(`repair: endpoint ${id} of workspace ${workspaceId}: ${plan.reason}`);
    const failed = reason ?? (apply ? await commitPlan(plan, directory, facts) : undefined);
    if (failed !== undefined) {
      print(`conflict: endpoint ${id} of workspace ${workspaceId}: ${failed}`);
      count(`endpoint: conflict, ${failed}`);
      return false;
    }
    if (plan.kind === 'list') {
      count('endpoint: listed again');
      return true;
    }
    if (plan.hasPastSecrets)
      print(
        `secrets: endpoint ${id} of workspace ${workspaceId}: its secrets, key pairs and headers are old`,
      );
    count(plan.kind === 'restore' ? 'endpoint: written' : `endpoint: repaired`);
    count('delivery-target: written');
    return true;
  }

  /** Returns why nothing was written; undefined if everything was. */
  async function commitPlan(
    plan: Written,
    directory: DirectoryState,
    facts: WorkspaceFacts,
  ): Promise<string | undefined> {
    const change = toChange();
    const { endpoint } = plan;
    return tryCommit(change, [
      ...endpointWrites(plan, change),
      // Either the removal of the member finds the endpoint, or this transaction finds the member removed.
      ...(endpoint.suspendedReason === null ? [requireResponsibleAdmin(endpoint)] : []),
      ...directoryWrites(facts, directory, { change, now }),
    ]);
  }

  function endpointWrites({ kind, endpoint, facts }: Written, change: Change): Write[] {
    const isSeen = facts.live ? unchangedItem(facts.live) : isNew;
    if (kind === 'list') return [checkItem(endpointKey(endpoint.id), isSeen)];
    const restoredAt = now.getTime();
    return [
      putItem({ ...toEndpointItem(endpoint, change), restoredAt }, isSeen),
      putItem(
        { ...toTargetItem(endpoint, change), restoredAt },
        facts.target ? unchangedItem(facts.target) : isNew,
      ),
    ];
  }

  /** Writes lost and different copies of the directory. Returns what to count. */
  async function finishDirectory(
    plans: readonly Plan[],
    facts: WorkspaceFacts,
    isWrittenBefore: boolean,
  ): Promise<string> {
    const directory = directoryOf(facts, plans);
    const isKnown = facts.pastDirectory !== undefined || facts.copies.some(({ item }) => item);
    if (!isKnown || isStored(facts, directory)) return isWrittenBefore ? 'written' : 'same, unchanged';
    if (!apply) return 'written';
    const change = toChange();
    const failed = await tryCommit(change, directoryWrites(facts, directory, { change, now }));
    if (failed === undefined) return 'written';
    print(`conflict: directory ${workspaceId}: ${failed}`);
    return `conflict, ${failed}`;
  }

  /** Why an endpoint is not written. */
  function report({ kind, facts, isUnchanged }: Plan, decision: Decision | undefined): void {
    const { id } = facts;
    const isListed = facts.listings.some(Boolean);
    if (kind === 'drop' && isListed)
      print(`repair: directory ${workspaceId}: endpoint ${id} was deleted, and its entry is removed`);
    if (kind === 'leave' && isListed && !facts.live)
      print(`conflict: directory ${workspaceId}: lists endpoint ${id}, whose item is lost`);
    if (!decision) return;
    if (isUnchanged || decision.action === 'same') {
      count('endpoint: same, unchanged');
      return;
    }
    const reason = decision.action === 'write' ? 'cannot be read' : decision.reason;
    const action = decision.action === 'write' ? 'conflict' : decision.action;
    if (action === 'conflict')
      print(`conflict: endpoint ${endpointKey(id).pk} ${endpointKey(id).sk}: ${reason}`);
    count(`endpoint: ${action}, ${reason}`);
  }

  async function isResponsible(endpoint: Endpoint): Promise<boolean> {
    const key = memberKey(workspaceId, endpoint.responsibleMember.id);
    // A dry run restores no members.
    const item = (await live.get(key)) ?? (apply ? undefined : await restored.get(key));
    const member = item && !isRemovedMember(item) ? orError(() => fromMemberItem(item)) : null;
    return canBeResponsible(member instanceof Error ? null : member, endpointProducts(endpoint));
  }

  async function tryCommit(change: Change, writes: readonly Write[]): Promise<string | undefined> {
    try {
      await commitWrites(live, writes, change.nonce);
      return undefined;
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error;
      if (error.code === 'concurrent_update') return 'was changed during the restore';
      if (error.code === 'admin_required') return 'its responsible member lost access during the restore';
      throw error;
    }
  }

  /** Each transaction has its own nonce: with a common one, a lost condition would look like an own write. */
  function toChange(): Change {
    return {
      actor: { kind: 'operator' },
      operation: 'restore',
      requestId: 'restore',
      nonce: randomUUID(),
      at: now,
    };
  }
}

/** Which limit of a workspace the endpoint exceeds. Filters that the directory already has are no reason. */
function findLimit(
  { kind, facts }: Written,
  before: DirectoryState,
  after: DirectoryState,
): string | undefined {
  const isAdded = !(facts.id in before.endpoints);
  if (isAdded && Object.keys(after.endpoints).length > ENDPOINT_LIMIT)
    return `exceeds the limit of ${ENDPOINT_LIMIT}`;
  const room = Math.max(WORKSPACE_FILTER_BYTES, before.filterBytes);
  return kind === 'restore' && after.filterBytes > room
    ? `exceeds the limit of ${WORKSPACE_FILTER_BYTES} bytes of filters`
    : undefined;
}

function isWritten(plan: Plan): plan is Written {
  return plan.kind === 'restore' || plan.kind === 'repair' || plan.kind === 'list';
}
