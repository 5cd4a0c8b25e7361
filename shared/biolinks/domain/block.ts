/** Social networks that a social block can link to; each has an icon. */
export const SOCIAL_NETWORKS = [
  'bluesky',
  'facebook',
  'github',
  'instagram',
  'linkedin',
  'mastodon',
  'pinterest',
  'snapchat',
  'spotify',
  'telegram',
  'threads',
  'tiktok',
  'twitch',
  'whatsapp',
  'x',
  'youtube',
  'website',
] as const;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/** The content of a block, by type (docs/specification/biolinks.md#blocks). URLs were validated; texts are plain text, never markup. */
export type BlockContent =
  | {
      readonly type: 'link';
      readonly title: string;
      readonly url: string;
      readonly icon: SocialNetwork | null;
    }
  | { readonly type: 'header'; readonly title: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaUrl: string; readonly alt: string; readonly url: string | null }
  | {
      readonly type: 'social';
      readonly items: readonly { readonly network: SocialNetwork; readonly url: string }[];
    }
  | { readonly type: 'email'; readonly title: string; readonly email: string }
  | { readonly type: 'phone'; readonly title: string; readonly phone: string }
  | { readonly type: 'video'; readonly url: string }
  | {
      readonly type: 'signup';
      readonly title: string;
      readonly button: string;
      /** What the visitor agrees to. A sign-up stores this text with the contact. */
      readonly consent: string;
      readonly asksName: boolean;
      /** Shown after a sign-up. */
      readonly thanks: string;
    }
  | { readonly type: 'divider' };

export const BLOCK_TYPES = [
  'link',
  'header',
  'text',
  'image',
  'social',
  'email',
  'phone',
  'video',
  'signup',
  'divider',
] as const satisfies readonly BlockContent['type'][];

/** A block of a page. The page stores the order of its blocks. */
export type Block = {
  readonly id: string;
  readonly workspaceId: string;
  readonly pageId: string;
  readonly content: BlockContent;
  readonly visible: boolean;
  /** When the block is visible; null for no limit. */
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Maximum number of blocks of a page. */
export const BLOCK_LIMIT = 100;

/** Maximum size of the contents of all blocks of a page as JSON, in bytes. Each anonymous visit reads and renders them all. */
export const BLOCKS_BYTES_LIMIT = 256 * 1024;

/** The blocks of a page in order, with the revision that `If-Match` compares (docs/specification.md#revisions). */
export type PageBlocks = { readonly blocks: readonly Block[]; readonly revision: number };

/** Whether visitors see a block at `now`: the window includes its start and excludes its end. */
export function isShown({ visible, startsAt, endsAt }: Block, now: Date): boolean {
  return visible && (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);
}
