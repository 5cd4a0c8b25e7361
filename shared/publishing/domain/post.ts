import type { NextJob } from '#shared/platform/core/scheduled-job.ts';

/** States of a post. The index is the numeric `status` of the API (docs/specification/publishing.md#post-status). */
export const POST_STATUSES = ['draft', 'scheduled', 'published', 'failed', 'needs_approval'] as const;

export type PostStatus = (typeof POST_STATUSES)[number];

/** One post of a thread; most posts have one item. */
export type ContentItem = {
  readonly body: string | null;
  readonly url: string | null;
  /** Integer ids in the media library. */
  readonly media: readonly number[];
};

/**
 * Content for an account. The first version is the original, for every account without its own version
 * (docs/specification/publishing.md#versions).
 */
export type PostVersion = {
  /** 0 for the original version. */
  readonly accountId: number;
  readonly isOriginal: boolean;
  readonly content: readonly ContentItem[];
  /** Options by provider, stored as sent. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** The fields that an update replaces as a whole (docs/specification/publishing.md#updating-a-post). */
export type PostBody = {
  readonly accounts: readonly number[];
  readonly tags: readonly number[];
  /** `YYYY-MM-DD` and `HH:mm` in the time zone of the workspace, as sent. A schedule needs both. */
  readonly date: string | null;
  readonly time: string | null;
  readonly versions: readonly PostVersion[];
};

/** A publishing run. The post cannot be changed while it has one (docs/specification/publishing.md#posts-being-published). */
export type PublishingRun = {
  readonly number: number;
  readonly startedAt: Date;
  /** Accounts of this run. A run after a failure has only the accounts that failed and those added since. */
  readonly accounts: readonly number[];
  /** Accounts without a result yet. */
  readonly pending: readonly number[];
  /** Accounts of this run that publish nothing, because another account of the post is the same account of the network. */
  readonly same?: readonly SameAccount[] | undefined;
};

/** An account of a run that is the same account of the network as `as`, which gets the post or has it. */
export type SameAccount = { readonly accountId: number; readonly as: number };

/** A request to publish a post, and the decision about it (docs/specification/publishing.md#approval). */
export type Approval = {
  /** An edit after the approval makes the state `requested` again. */
  readonly state: 'requested' | 'approved' | 'returned';
  readonly requestedAt: Date;
  /** The member who submitted the post. */
  readonly requestedBy: string;
  readonly decidedAt: Date | null;
  /** The member who approved or returned the post. */
  readonly decidedBy: string | null;
  /** The message to the author of a returned post. */
  readonly note: string | null;
};

/** A post as it is stored (docs/specification/publishing.md#posts). */
export type Post = PostBody & {
  readonly id: string;
  readonly workspaceId: string;
  readonly status: PostStatus;
  /** Null unless the post is being published. */
  readonly run: PublishingRun | null;
  /** Number of runs started so far. */
  readonly runs: number;
  /** The accounts of the next run after a failure; null for all accounts. */
  readonly retryAccounts: readonly number[] | null;
  /** Accounts on which publishing failed and which the next run leaves out, because one account was retried alone. */
  readonly heldAccounts: readonly number[];
  /** Null for a post that was never submitted. */
  readonly approval: Approval | null;
  /** Whether `scheduledAt` is a slot of the posting queue, which no other queued post gets. */
  readonly queued: boolean;
  /** The time zone in which `scheduledAt` was computed. */
  readonly timezone: string;
  /** The timestamp of date and time; null if one of them is missing. */
  readonly scheduledAt: Date | null;
  /**
   * True if a change of the time zone would have moved the post into the past, so that it kept its timestamp
   * (docs/specification/workspaces.md#time-zone-change).
   */
  readonly keptInstant: boolean;
  readonly publishedAt: Date | null;
  readonly trashedAt: Date | null;
  readonly due: NextJob | null;
  /** The last sequence number of a schedule; it never decreases. */
  readonly dueSeq: number;
  /** Incremented by every write; conditional writes compare it. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/**
 * Why publishing to an account failed. `outcome_unknown` is not retried automatically
 * (docs/specification/publishing.md#unknown-outcome).
 */
export type PublicationError = { readonly code: string; readonly detail: string };

/** Publishing one post to one account in one run. It is kept when the post is edited afterwards. */
export type Publication = {
  readonly postId: string;
  readonly workspaceId: string;
  readonly run: number;
  readonly accountId: number;
  readonly provider: string;
  /** `skipped`: nothing was published, because another account of the post is the same account of the network. */
  readonly state: 'pending' | 'published' | 'failed' | 'skipped';
  /** Attempts started. */
  readonly attempts: number;
  /** Attempts that timed out but did publish posts of the thread. They do not count towards the limit of attempts. */
  readonly uncounted: number;
  readonly lastAttemptAt: Date | null;
  /** When the next attempt starts. If it is null and attempts were made, an attempt is running or its message was lost. */
  readonly nextAttemptAt: Date | null;
  /** Since when the network may have the next post of the thread although no response confirmed it. */
  readonly unknownSince: Date | null;
  /**
   * The network's ids of the posts of the thread, in order. The list grows while a thread is published, so that a retry
   * continues after it.
   */
  readonly remote: readonly { readonly id: string; readonly url: string | null }[];
  /** A digest of each item of the thread as this run sends it. The next run uses them to detect edited items. */
  readonly digests: readonly string[];
  /** The run that the idempotency keys of attempts are derived from: an earlier run while its outcome is unknown. */
  readonly keyRun: Pick<PublishingRun, 'number' | 'startedAt'>;
  readonly error: PublicationError | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};
