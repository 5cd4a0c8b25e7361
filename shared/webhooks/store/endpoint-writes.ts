import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { memberKey, targetKey } from '#shared/platform/store/keys.ts';
import type { Write } from '#shared/platform/store/write.ts';
import { type Endpoint, endpointProducts } from '#shared/webhooks/domain/endpoint.ts';
import { toEndpointItem } from './endpoint-items.ts';

/** Closes the race with any other write since the endpoint was read. */
export function unchangedSince({ revision }: Endpoint) {
  return {
    values: { ':revision': revision },
    condition: {
      when: 'attribute_exists(pk) AND revision = :revision',
      onFailure: () => new ConcurrentUpdateError(),
    },
  };
}

/**
 * Holds a command to a responsible member who is an admin with the endpoint's products. It moves the member's revision on, so
 * that the removal of the member sees every endpoint that came to them, or this command sees the removal (H18).
 */
export function responsibleAdmin(table: string, endpoint: Endpoint): Write {
  const products = endpointProducts(endpoint);
  const holds = products.map((_, index) => `contains(#products, :product${index})`);
  return {
    kind: 'update',
    table,
    key: memberKey(endpoint.workspaceId, endpoint.responsibleMember.id),
    set: 'SET #revision = #revision + :one',
    names: { '#role': 'role', '#products': 'products', '#revision': 'revision' },
    values: {
      ':admin': 'admin',
      ':one': 1,
      ...Object.fromEntries(products.map((product, index) => [`:product${index}`, product])),
    },
    condition: { when: ['#role = :admin', ...holds].join(' AND '), onFailure: notAnAdmin },
  };
}

/** Suspends an endpoint where it is managed and where each send reads it; the directory goes on to match events (R16). */
export function suspensionWrites(
  table: string,
  { before, after }: { readonly before: Endpoint; readonly after: Endpoint },
  change: Change,
): Write[] {
  return [
    { kind: 'put', table, item: toEndpointItem(after, change), ...unchangedSince(before) },
    {
      kind: 'update',
      table,
      key: targetKey(after.id),
      // What deliveries learned of the endpoint stays: this is no edit.
      set: 'SET suspended_reason = :reason, last_change = :change',
      values: { ':reason': after.suspendedReason, ':change': toLastChange(change) },
      condition: { when: 'attribute_exists(pk)', onFailure: () => new ConcurrentUpdateError() },
    },
  ];
}

function notAnAdmin(): PlatformError {
  return new PlatformError(
    'admin_required',
    'The member responsible for the endpoint is not an admin with access to its products.',
  );
}
