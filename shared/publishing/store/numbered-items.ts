import * as v from 'valibot';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { idempotencyWrites, toLastChange } from '#shared/platform/store/command-items.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import type { Condition, Write } from '#shared/platform/store/write.ts';
import type { NumberedKind } from './numbered-ids.ts';
import { numberedKey, numberedPointerKey } from './publishing-keys.ts';

/** Most keys one batch takes. */
const BATCH = 100;

/** What every numbered thing has: the integer of posts, the UUID of URLs, and what a conditional write compares. */
type Numbered = {
  readonly id: number;
  readonly uuid: string;
  readonly workspaceId: string;
  readonly revision: number;
};

const isNew: Condition = { when: 'attribute_not_exists(pk)', onFailure: () => new ConcurrentUpdateError() };

const pointerItem = v.object({ number: v.pipe(v.number(), v.safeInteger()) });

/** Those of these numbers that exist, each once, in no order; strongly consistent. */
export async function readNumbers(
  table: Table,
  workspaceId: string,
  kind: NumberedKind,
  ids: readonly number[],
): Promise<Item[]> {
  const distinct = [...new Set(ids)];
  const items: Item[] = [];
  for (let start = 0; start < distinct.length; start += BATCH) {
    const chunk = distinct.slice(start, start + BATCH);
    items.push(...(await table.getAll(chunk.map((id) => numberedKey(workspaceId, kind, id)))));
  }
  return items;
}

/** The item that a UUID of a URL stands for; strongly consistent, in two reads. */
export async function findNumbered(
  table: Table,
  workspaceId: string,
  kind: NumberedKind,
  uuid: string,
): Promise<Item | undefined> {
  const pointer = await table.get(numberedPointerKey(workspaceId, kind, uuid));
  return pointer && table.get(numberedKey(workspaceId, kind, parseItem(pointerItem, pointer).number));
}

/** Items from the highest number down, below the one named. */
export async function listNumbered(
  table: Table,
  workspaceId: string,
  kind: NumberedKind,
  { limit, after }: { readonly limit: number; readonly after?: number | undefined },
): Promise<Item[]> {
  const { pk, sk: from } = numberedKey(workspaceId, kind, 0);
  // Pointers and the counter sort behind every number.
  const highest = after === undefined ? Number.MAX_SAFE_INTEGER : Math.max(0, after - 1);
  const { sk: to } = numberedKey(workspaceId, kind, highest);
  return table.query({ pk, from, to, descending: true, limit });
}

/** What creating one writes: the remembered answer, the item, and the way to it from its UUID. */
export function createWrites(
  table: string,
  kind: NumberedKind,
  { id, uuid, workspaceId }: Numbered,
  item: Item & Key,
  context: CommandContext,
): Write[] {
  const pointer = {
    ...numberedPointerKey(workspaceId, kind, uuid),
    number: id,
    last_change: toLastChange(context.change),
  };
  return [
    ...idempotencyWrites(table, context),
    { kind: 'put', table, item, condition: isNew },
    { kind: 'put', table, item: pointer, condition: isNew },
  ];
}

/** What an edit writes: the whole item, if it is still as it was read. */
export function saveWrite(table: string, before: Numbered, item: Item & Key): Write {
  return { kind: 'put', table, item, ...unchangedSince(before) };
}

/** What removing one writes, apart from its audit entry: the number is never given again. */
export function removeWrites(table: string, kind: NumberedKind, one: Numbered): Write[] {
  const { id, uuid, workspaceId } = one;
  const present: Condition = { when: 'attribute_exists(pk)', onFailure: () => new ConcurrentUpdateError() };
  return [
    { kind: 'delete', table, key: numberedKey(workspaceId, kind, id), ...unchangedSince(one) },
    { kind: 'delete', table, key: numberedPointerKey(workspaceId, kind, uuid), condition: present },
  ];
}

function unchangedSince({ revision }: Numbered) {
  return {
    values: { ':before': revision },
    condition: {
      when: 'attribute_exists(pk) AND revision = :before',
      onFailure: () => new ConcurrentUpdateError(),
    } satisfies Condition,
  };
}
