import type { Change } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { memberKey } from '#shared/platform/store/keys.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  allOf,
  toLastChange,
  exists,
  revisionUnchanged,
  type Condition,
  type Write,
  putItem,
  updateItem,
} from '#shared/platform/store/write.ts';
import { type Endpoint, endpointProducts } from '#shared/webhooks/domain/endpoint.ts';
import { toEndpointItem, toRequestAttributes } from './endpoint-items.ts';
import { targetKey } from './keys.ts';

/**
 * Requires that the responsible member is an admin with access to the endpoint's products. It increments the member's
 * revision, so that either the removal of the member finds the endpoint, or this command finds the member removed.
 */
export function requireResponsibleAdmin(endpoint: Endpoint): Write {
  const { workspaceId, responsibleMember } = endpoint;
  const update = { expression: 'SET revision = revision + :one', values: { ':one': 1 } };
  return updateItem(memberKey(workspaceId, responsibleMember.id), update, isAdminOf(endpoint));
}

/**
 * Suspends an endpoint in its own item and in its delivery target. The directory is unchanged: events are still matched, and the
 * [deliveries are held](../../../docs/specification/webhooks.md#suspended-endpoints).
 */
export function suspensionWrites(
  { before, after }: { readonly before: Endpoint; readonly after: Endpoint },
  change: Change,
): Write[] {
  // The delivery target keeps its health attributes: a suspension is not an edit of the settings.
  const update = setAttributes({ suspendedReason: after.suspendedReason, lastChange: toLastChange(change) });
  return [
    putItem(toEndpointItem(after, change), unchanged(before)),
    updateItem(targetKey(after.id), update, exists),
  ];
}

/** Changes the secrets, key pairs, request headers and the spelling of the URL of the next attempts. The delivery target keeps its health attributes, because the settings do not change. */
export function requestWrite(endpoint: Endpoint, change: Change): Write {
  const update = setAttributes({ ...toRequestAttributes(endpoint), lastChange: toLastChange(change) });
  return updateItem(targetKey(endpoint.id), update, exists);
}

/**
 * No other command has changed the endpoint, and its number of shards has not grown, since it was read: the write replaces the whole
 * item, and the number must not shrink.
 */
export function unchanged(before: Endpoint): Condition {
  return allOf(revisionUnchanged(before), {
    expression: 'shards = :shards_before',
    values: { ':shards_before': before.shards },
  });
}

function isAdminOf(endpoint: Endpoint): Condition {
  const products = endpointProducts(endpoint);
  const access = products.map((_, index) => `contains(#products, :product${index})`);
  return {
    expression: ['#role = :admin', ...access].join(' AND '),
    names: { '#role': 'role', '#products': 'products' },
    values: {
      ':admin': 'admin',
      ...Object.fromEntries(products.map((product, index) => [`:product${index}`, product])),
    },
    onFailure: () =>
      new PlatformError(
        'admin_required',
        'Only an admin with access to the products of the endpoint can be responsible for it. Use a key of such an admin, or take over the endpoint first.',
      ),
  };
}
