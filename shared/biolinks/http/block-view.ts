import * as v from 'valibot';
import {
  type Block,
  type BlockContent,
  type PageBlocks,
  SOCIAL_NETWORKS,
} from '#shared/biolinks/domain/block.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import { created, id, revisionText, timestamp, updated } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

const network = v.picklist(SOCIAL_NETWORKS);
const title = withDescription(v.string(), 'The text to show');
const target = withDescription(v.string(), 'URL of the link');

/** Fields of every block. */
const shared = {
  id,
  visible: withDescription(
    v.boolean(),
    '`false` hides the block. `true` shows it from `starts_at` to `ends_at`',
  ),
  starts_at: withDescription(v.nullable(timestamp), 'When the block becomes visible; null for immediately'),
  ends_at: withDescription(v.nullable(timestamp), 'When the block is hidden again; null for never'),
  created_at: created,
  updated_at: updated,
};

/** A block in responses, by type (docs/specification/biolinks.md#blocks). */
export const blockSchema = withDescription(
  withTitle(
    'Block',
    v.variant('type', [
      withTitle(
        'LinkBlock',
        v.object({
          ...shared,
          type: blockType('link'),
          title,
          url: target,
          icon: withDescription(v.nullable(network), 'The social network whose icon is shown; null for none'),
        }),
      ),
      withTitle('HeaderBlock', v.object({ ...shared, type: blockType('header'), title })),
      withTitle(
        'TextBlock',
        v.object({
          ...shared,
          type: blockType('text'),
          text: withDescription(v.string(), 'Plain text; line breaks are kept'),
        }),
      ),
      withTitle(
        'ImageBlock',
        v.object({
          ...shared,
          type: blockType('image'),
          media_url: withDescription(v.string(), 'URL of the image'),
          alt: withDescription(v.string(), 'Alternative text for visitors who cannot see the image'),
          url: withDescription(v.nullable(v.string()), 'URL that the image links to; null for none'),
        }),
      ),
      withTitle(
        'SocialBlock',
        v.object({
          ...shared,
          type: blockType('social'),
          items: withDescription(
            v.array(
              v.object({
                network: withDescription(network, 'The social network whose icon is shown'),
                url: target,
              }),
            ),
            'A row of icons, in this order',
          ),
        }),
      ),
      withTitle(
        'EmailBlock',
        v.object({
          ...shared,
          type: blockType('email'),
          title,
          email: withDescription(v.string(), 'The email address to show'),
        }),
      ),
      withTitle(
        'PhoneBlock',
        v.object({
          ...shared,
          type: blockType('phone'),
          title,
          phone: withDescription(v.string(), 'The phone number, as it was written'),
        }),
      ),
      withTitle(
        'VideoBlock',
        v.object({
          ...shared,
          type: blockType('video'),
          url: withDescription(v.string(), 'URL of the video'),
        }),
      ),
      withTitle(
        'SignupBlock',
        v.object({
          ...shared,
          type: blockType('signup'),
          title,
          button: withDescription(v.string(), 'Text of the button'),
          consent: withDescription(v.string(), 'What visitors agree to, as plain text'),
          ask_name: withDescription(v.boolean(), 'Whether the form has a field for the name'),
          thanks: withDescription(v.string(), 'Shown after a sign-up'),
        }),
      ),
      withTitle('DividerBlock', v.object({ ...shared, type: blockType('divider') })),
    ]),
  ),
  'A part of a page, with the fields of its `type` and the fields that all blocks share',
);

/** All blocks of a page in their order; there are at most 100. */
export const blockListSchema = withTitle(
  'BlockList',
  v.object({
    data: withDescription(v.array(blockSchema), 'All blocks of the page, in their order on the page'),
    revision: revisionText,
  }),
);

/** Converts a block to its representation. */
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

/** The content of a block with the field names of request bodies. */
export function contentView(content: BlockContent) {
  if (content.type === 'image') {
    const { type, mediaUrl, alt, url } = content;
    return { type, media_url: mediaUrl, alt, url };
  }
  if (content.type === 'signup') {
    const { type, title: heading, button, consent, asksName, thanks } = content;
    return { type, title: heading, button, consent, ask_name: asksName, thanks };
  }
  if (content.type === 'social')
    return { type: content.type, items: content.items.map((item) => ({ ...item })) };
  return content;
}

/** The revision of the blocks for `If-Match`: all blocks of a page share one (docs/specification.md#revisions). */
export function blocksRevision({ revision }: PageBlocks): string {
  return String(revision);
}

/** The header with the revision of the blocks. */
export function blocksTag(blocks: PageBlocks): { ETag: string } {
  return { ETag: entityTag(blocksRevision(blocks)) };
}

/** A response with all blocks. */
export function blocksResponse(blocks: PageBlocks) {
  const body = { data: blocks.blocks.map(blockView), revision: blocksRevision(blocks) };
  return { status: 200, headers: blocksTag(blocks), body };
}

/** A response with one block and the revision of the blocks. */
export function blockResponse(status: number, block: Block, blocks: PageBlocks) {
  return { status, headers: blocksTag(blocks), body: { data: blockView(block) } };
}

function blockType<const T extends string>(type: T) {
  return withDescription(v.literal(type), 'Type of the block');
}
