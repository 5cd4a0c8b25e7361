import { PlatformError } from './errors.ts';

type Quota = {
  /** How many resources of the kind a workspace can have. */
  readonly limit: number;
  /**
   * Only one of this many resources is counted, chosen by its id: creating one of a frequent kind then costs no second write
   * (docs/adr/workspaces/0042-workspace-quotas.md). The limit is accurate to about 3 % for such a kind.
   */
  readonly countedOneIn: number;
  /** The resources in plain words, and what to do when the limit is reached. */
  readonly label: string;
  readonly advice: string;
};

/**
 * How many resources of each kind a workspace can have (docs/specification.md#workspace-quotas). The only source of these
 * limits. Endpoints, keys and blocks have limits of their own.
 */
export const WORKSPACE_QUOTAS = {
  posts: {
    limit: 100_000,
    countedOneIn: 16,
    label: 'posts',
    advice: 'Permanently delete posts first; posts in the trash count.',
  },
  accounts: quota(1000, 'social accounts', 'Disconnect an account first.'),
  tags: quota(5000, 'tags', 'Delete a tag first.'),
  media: quota(50_000, 'media files', 'Delete a file first; unfinished uploads count.'),
  pages: quota(5000, 'pages', 'Delete a page first.'),
  domains: quota(200, 'domains', 'Delete a domain first.'),
  pixels: quota(1000, 'pixels', 'Delete a pixel first.'),
  broadcasts: quota(50_000, 'broadcasts', 'Delete drafts or ended broadcasts first.'),
  contacts: {
    limit: 1_000_000,
    countedOneIn: 16,
    label: 'contacts',
    advice: 'Delete contacts first.',
  },
  'phone-numbers': quota(50, 'phone numbers', 'Disconnect a phone number first.'),
  'notification-targets': quota(5, 'notification targets', 'Delete a notification target first.'),
  erasures: quota(
    1000,
    'open erasures',
    'Repeat the request when others are complete, which takes at most 24 hours.',
  ),
} as const satisfies Readonly<Record<string, Quota>>;

/** A kind of resource that has a quota. */
export type QuotaKind = keyof typeof WORKSPACE_QUOTAS;

export const QUOTA_KINDS: readonly QuotaKind[] = Object.keys(WORKSPACE_QUOTAS).filter(isQuotaKind);

export function isQuotaKind(name: string): name is QuotaKind {
  return Object.hasOwn(WORKSPACE_QUOTAS, name);
}

/** The number of counted resources at which the workspace has reached its quota. */
export function countedLimit(kind: QuotaKind): number {
  const { limit, countedOneIn } = WORKSPACE_QUOTAS[kind];
  return limit / countedOneIn;
}

/** The error of a request that would exceed a quota. */
export function quotaExceeded(kind: QuotaKind): PlatformError {
  const { limit, label, advice } = WORKSPACE_QUOTAS[kind];
  const detail = `A workspace can have at most ${limit.toLocaleString('en')} ${label}. ${advice}`;
  return new PlatformError('quota_exceeded', detail, { resource: kind, limit });
}

function quota(limit: number, label: string, advice: string): Quota {
  return { limit, countedOneIn: 1, label, advice };
}
