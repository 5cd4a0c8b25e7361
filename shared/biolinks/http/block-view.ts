import * as v from 'valibot';
import { created, id, revisionText, timestamp, updated } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import {
  type Block,
  type BlockContent,
  type PageBlocks,
  SOCIAL_NETWORKS,
} from '#shared/biolinks/domain/block.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import { described } from '#shared/platform/http/described.ts';

const network = v.picklist(SOCIAL_NETWORKS);
const title = described(v.string(), 'What it says');
const target = described(v.string(), 'Where it leads');

/** Members of every block. */
const shared = {
  id,
  visible: described(v.boolean(), 'Whether visitors see it, between `starts_at` and `ends_at`'),
  starts_at: described(v.nullable(timestamp), 'From when on visitors see it; null for at once'),
  ends_at: described(v.nullable(timestamp), 'From when on they do not see it any more; null for never'),
  created_at: created,
  updated_at: updated,
};

/** A block as shown, by type (R31). */
export const blockSchema = described(
  named(
    'Block',
    v.variant('type', [
      named(
        'LinkBlock',
        v.object({
          ...shared,
          type: v.literal('link'),
          title,
          url: target,
          icon: described(v.nullable(network), 'The network whose sign it shows; null for none'),
        }),
      ),
      named('HeaderBlock', v.object({ ...shared, type: v.literal('header'), title })),
      named(
        'TextBlock',
        v.object({
          ...shared,
          type: v.literal('text'),
          text: described(v.string(), 'Plain text; line breaks are kept'),
        }),
      ),
      named(
        'ImageBlock',
        v.object({
          ...shared,
          type: v.literal('image'),
          media_url: described(v.string(), 'Where the picture lies'),
          alt: described(v.string(), 'What is read out to visitors who do not see it'),
          url: described(v.nullable(v.string()), 'Where the picture leads; null for nowhere'),
        }),
      ),
      named(
        'SocialBlock',
        v.object({
          ...shared,
          type: v.literal('social'),
          items: described(
            v.array(
              v.object({ network: described(network, 'The network whose sign it shows'), url: target }),
            ),
            'A row of signs, in this order',
          ),
        }),
      ),
      named(
        'EmailBlock',
        v.object({
          ...shared,
          type: v.literal('email'),
          title,
          email: described(v.string(), 'The address that visitors write to'),
        }),
      ),
      named(
        'PhoneBlock',
        v.object({
          ...shared,
          type: v.literal('phone'),
          title,
          phone: described(v.string(), 'The number that visitors call, as it was written'),
        }),
      ),
      named(
        'VideoBlock',
        v.object({ ...shared, type: v.literal('video'), url: described(v.string(), 'Where the video lies') }),
      ),
      named('DividerBlock', v.object({ ...shared, type: v.literal('divider') })),
    ]),
  ),
  'A part of a page: the members of its `type`, and those of every block',
);

/** The blocks of a page in order, all of them: there are at most 100. */
export const blockListSchema = named(
  'BlockList',
  v.object({
    data: described(v.array(blockSchema), 'Every block of the page, in the order of the page'),
    revision: revisionText,
  }),
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
