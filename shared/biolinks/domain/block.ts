/** Networks a social block can link to; each has an icon. */
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

/** What a block shows, by type (R31). URLs have passed `web-url`; texts are plain text, never markup. */
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
  'divider',
] as const satisfies readonly BlockContent['type'][];

/** A block of a page, in the order the page keeps. */
export type Block = {
  readonly id: string;
  readonly workspaceId: string;
  readonly pageId: string;
  readonly content: BlockContent;
  readonly visible: boolean;
  /** Shown from and until these instants; null is no bound. */
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** A page can have at most this many blocks (R31). */
export const BLOCK_LIMIT = 100;

/** The blocks of a page in order, and the revision that `If-Match` on them compares (G57). */
export type PageBlocks = { readonly blocks: readonly Block[]; readonly revision: number };

/** Whether visitors see a block at an instant: the window includes its start and excludes its end. */
export function isShown({ visible, startsAt, endsAt }: Block, now: Date): boolean {
  return visible && (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);
}
