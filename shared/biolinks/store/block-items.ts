import * as v from 'valibot';
import { type Block, type PageBlocks, SOCIAL_NETWORKS } from '#shared/biolinks/domain/block.ts';
import { NO_BLOCKS } from '#shared/biolinks/domain/page-blocks.ts';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange, toSecondaryChange } from '#shared/platform/store/write.ts';
import { blockKey, blockOrderKey } from './keys.ts';

const network = v.picklist(SOCIAL_NETWORKS);

/** The content of a block, as in the domain. */
const content = v.variant('type', [
  v.object({ type: v.literal('link'), title: v.string(), url: v.string(), icon: v.nullable(network) }),
  v.object({ type: v.literal('header'), title: v.string() }),
  v.object({ type: v.literal('text'), text: v.string() }),
  v.object({
    type: v.literal('image'),
    mediaUrl: v.string(),
    alt: v.string(),
    url: v.nullable(v.string()),
  }),
  v.object({ type: v.literal('social'), items: v.array(v.object({ network, url: v.string() })) }),
  v.object({ type: v.literal('email'), title: v.string(), email: v.string() }),
  v.object({ type: v.literal('phone'), title: v.string(), phone: v.string() }),
  v.object({ type: v.literal('video'), url: v.string() }),
  v.object({
    type: v.literal('signup'),
    title: v.string(),
    button: v.string(),
    consent: v.string(),
    asksName: v.boolean(),
    thanks: v.string(),
  }),
  v.object({ type: v.literal('divider') }),
]);

/** The attributes of a block, with the revision of the blocks in which it was written. */
export const blockItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    pageId: v.string(),
    content,
    visible: v.boolean(),
    startsAt: maybe(instant),
    endsAt: maybe(instant),
    revision: v.number(),
    createdAt: instant,
    updatedAt: instant,
  }),
);

const orderItem = v.object({
  ids: v.array(v.string()),
  revision: v.number(),
  written: v.record(v.string(), v.number()),
});

/** A block's item; `revision` is the revision of the page's blocks after this write. */
export function toBlockItem(block: Block, revision: number, change: Change) {
  return {
    ...blockKey(block.pageId, block.id),
    resource: 'block' satisfies AuditedResource,
    ...blockItem.encode({ ...block, revision }),
    lastChange: toLastChange(change),
  };
}

/** The item of the order, created with the first block of a page. */
export function toOrderItem({ workspaceId, pageId, id }: Block, change: Change) {
  return {
    ...blockOrderKey(pageId),
    ...orderSubject(workspaceId, pageId),
    ids: [id],
    revision: 1,
    written: { [id]: 1 },
    lastChange: toSecondaryChange(change),
  };
}

/** The subject of audit entries about the order: the id of the page. */
function orderSubject(workspaceId: string, pageId: string) {
  return { resource: 'block_order' satisfies AuditedResource, id: pageId, workspaceId };
}

/**
 * The blocks of a page from the items of its partition; other items are ignored. A query is not a snapshot: the result is
 * `undefined` if a concurrent write changed a block between the reads of two items, and the caller reads again.
 */
export function toPageBlocks(items: readonly Item[]): PageBlocks | undefined {
  const order = items.find(({ sk }) => sk === blockOrderKey('').sk);
  if (!order) return NO_BLOCKS;
  const { ids, revision, written } = parseItem(orderItem, order);
  const { sk: prefix } = blockKey('', '');
  const stored = new Map(
    items.filter(({ sk }) => String(sk).startsWith(prefix)).map((item) => [item['id'], item]),
  );
  const blocks: Block[] = [];
  for (const id of ids) {
    const item = stored.get(id);
    if (item?.['revision'] !== written[id]) return undefined;
    blocks.push(fromBlockItem(item ?? {}));
  }
  return { blocks, revision };
}

/**
 * The sort keys of the outdated blocks of a query. A query reads the blocks before their order, so a write in between makes the order
 * refer to later revisions of some blocks. It is enough to read these blocks again, unless they changed once more.
 */
export function outdatedBlocks(pageId: string, items: readonly Item[]): string[] {
  const order = items.find(({ sk }) => sk === blockOrderKey('').sk);
  if (!order) return [];
  const { ids, written } = parseItem(orderItem, order);
  const revisions = new Map(items.map((item) => [item['id'], Number(item['revision'])]));
  return ids
    .filter((id) => (revisions.get(id) ?? 0) < (written[id] ?? 0))
    .map((id) => blockKey(pageId, id).sk);
}

function fromBlockItem(item: Item): Block {
  const { revision: _, ...block } = blockItem.decode(item);
  return block;
}
