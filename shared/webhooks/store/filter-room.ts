import * as v from 'valibot';
import {
  encodeFilters,
  filterBytes,
  WORKSPACE_FILTER_BYTES,
} from '#shared/events/subscriptions/subscription-filters.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { allOf, type Condition, type Expression } from '#shared/platform/store/write.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';

const countedItem = v.object({ filterBytes: v.optional(v.number(), 0) });

/** The bytes of the filters of an endpoint in the directory. */
export function filterBytesOf({ subscriptions }: Pick<Endpoint, 'subscriptions'>): number {
  return filterBytes(encodeFilters(subscriptions));
}

/**
 * Counts the bytes of the filters of a workspace in its directory, in the write that changes the filters. If two concurrent edits would
 * exceed the limit together, one of them fails. The update must end with a `SET` clause. If the size does not change, the write is not changed.
 */
export function countFilters(
  growth: number,
  update: Expression,
  condition: Condition,
): { readonly update: Expression; readonly condition: Condition } {
  if (growth === 0) return { update, condition };
  const counting = {
    ...update,
    expression: `${update.expression}, filterBytes = if_not_exists(filterBytes, :none) + :growth`,
    values: { ...update.values, ':none': 0, ':growth': growth },
  };
  return { update: counting, condition: growth < 0 ? condition : withRoom(growth, condition) };
}

function withRoom(growth: number, condition: Condition): Condition {
  const room = WORKSPACE_FILTER_BYTES - growth;
  const fits = {
    expression: '(attribute_not_exists(filterBytes) OR filterBytes <= :room)',
    values: { ':room': room },
  };
  return {
    ...allOf(condition, fits),
    onFailure: (found) => (storedBytes(found) > room ? limitReached() : condition.onFailure?.(found)),
  };
}

function storedBytes(found: Item | undefined): number {
  const stored = v.safeParse(countedItem, found);
  return stored.success ? stored.output.filterBytes : 0;
}

function limitReached(): PlatformError {
  return new PlatformError(
    webhooksErrors.filter_limit_reached,
    `The filters of all endpoints of a workspace together can have at most ${WORKSPACE_FILTER_BYTES} bytes. Shorten or remove filters first.`,
    { limit: WORKSPACE_FILTER_BYTES },
  );
}
