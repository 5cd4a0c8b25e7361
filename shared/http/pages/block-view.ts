import * as v from 'valibot';
import { revisionText, timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import {
  type Block,
  type BlockContent,
  type PageBlocks,
  SOCIAL_NETWORKS,
} from '#shared/domain/pages/block.ts';
import { entityTag } from '#shared/http/precondition.ts';

const text = v.string();
const network = v.picklist(SOCIAL_NETWORKS);

/** Members of every block. */
const shared = {
  id: uuid,
  visible: v.boolean(),
  starts_at: v.nullable(timestamp),
  ends_at: v.nullable(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
};

/** A block as shown, by type (R31). */
export const blockSchema = named(
  'Block',
  v.variant('type', [
    named(
      'LinkBlock',
      v.object({ ...shared, type: v.literal('link'), title: text, url: text, icon: v.nullable(network) }),
    ),
    named('HeaderBlock', v.object({ ...shared, type: v.literal('header'), title: text })),
    named('TextBlock', v.object({ ...shared, type: v.literal('text'), text })),
    named(
      'ImageBlock',
      v.object({ ...shared, type: v.literal('image'), media_url: text, alt: text, url: v.nullable(text) }),
    ),
    named(
      'SocialBlock',
      v.object({ ...shared, type: v.literal('social'), items: v.array(v.object({ network, url: text })) }),
    ),
    named('EmailBlock', v.object({ ...shared, type: v.literal('email'), title: text, email: text })),
    named('PhoneBlock', v.object({ ...shared, type: v.literal('phone'), title: text, phone: text })),
    named('VideoBlock', v.object({ ...shared, type: v.literal('video'), url: text })),
    named('DividerBlock', v.object({ ...shared, type: v.literal('divider') })),
  ]),
);

/** The blocks of a page in order, all of them: there are at most 100. */
export const blockListSchema = named(
  'BlockList',
  v.object({ data: v.array(blockSchema), revision: revisionText }),
);

/** The representation of a block. */
function blockView(block: Block): v.InferInput<typeof blockSchema> {
  return {
    id: block.id,
    ...contentView(block.content),
    visible: block.visible,
    starts_at: block.startsAt?.toISOString() ?? null,
    ends_at: block.endsAt?.toISOString() ?? null,
    created_at: block.createdAt.toISOString(),
    updated_at: block.updatedAt.toISOString(),
  };
}

/** A block's content under the names that bodies have for it. */
export function contentView(content: BlockContent) {
  if (content.type === 'image') {
    const { type, mediaUrl, alt, url } = content;
    return { type, media_url: mediaUrl, alt, url };
  }
  if (content.type === 'social')
    return { type: content.type, items: content.items.map((item) => ({ ...item })) };
  return content;
}

/** The revision that `If-Match` on blocks compares: one for all blocks of a page (G57). */
export function blocksRevision({ revision }: PageBlocks): string {
  return String(revision);
}

/** The header that tells the blocks' revision. */
export function blocksTag(blocks: PageBlocks): { ETag: string } {
  return { ETag: entityTag(blocksRevision(blocks)) };
}

/** An answer that shows every block. */
export function blocksAnswer(blocks: PageBlocks) {
  const body = { data: blocks.blocks.map(blockView), revision: blocksRevision(blocks) };
  return { status: 200, headers: blocksTag(blocks), body };
}

/** An answer that shows one block, with the revision that the blocks are at. */
export function blockAnswer(status: number, block: Block, blocks: PageBlocks) {
  return { status, headers: blocksTag(blocks), body: { data: blockView(block) } };
}
