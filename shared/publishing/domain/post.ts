import type { Due } from '#shared/platform/core/scheduled-job.ts';

/** States of a post; the place in this list is the number in `status` (specification, Post; G23). 4 is kept for approval. */
export const POST_STATUSES = ['draft', 'scheduled', 'published', 'failed'] as const;

export type PostStatus = (typeof POST_STATUSES)[number];

/** One post of a thread; most posts have one item. */
export type ContentItem = {
  readonly body: string | null;
  readonly url: string | null;
  /** Ids in the media library. */
  readonly media: readonly number[];
};

/** What goes to an account; the first version is the original, for every account without one of its own (G30). */
export type PostVersion = {
  /** 0 for the original. */
  readonly accountId: number;
  readonly isOriginal: boolean;
  readonly content: readonly ContentItem[];
  /** Options by provider name, stored as sent (G38). */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** What an update replaces as a whole (specification, Update a post). */
export type PostBody = {
  readonly accounts: readonly number[];
  readonly tags: readonly number[];
  /** `YYYY-MM-DD` and `HH:mm` in the workspace's zone, each as sent: one alone is no schedule (G25). */
  readonly date: string | null;
  readonly time: string | null;
  readonly versions: readonly PostVersion[];
};

/** A run that is sending the post out: while there is one, nobody may edit it (G28). */
export type PublishingRun = {
  readonly number: number;
  readonly startedAt: Date;
  /** Accounts of this run; a run after a failure has only those that failed (R28). */
  readonly accounts: readonly number[];
  /** Accounts without an outcome yet. */
  readonly pending: readonly number[];
};

export type Post = PostBody & {
  readonly id: string;
  readonly workspaceId: string;
  readonly status: PostStatus;
  /** Null unless it is going out at this moment. */
  readonly run: PublishingRun | null;
  /** Runs begun so far. */
  readonly runs: number;
  /** Accounts that the next run goes to, if not all: those that failed in the last one (R28). */
  readonly retryAccounts: readonly number[] | null;
  /** The zone in which `scheduledAt` was computed. */
  readonly timezone: string;
  /** The instant of date and time; null while one of them is missing. */
  readonly scheduledAt: Date | null;
  /** Set when a change of the zone would have moved the post into the past, so that it kept its instant (R29, G42). */
  readonly keptInstant: boolean;
  readonly publishedAt: Date | null;
  readonly trashedAt: Date | null;
  readonly due: Due | null;
  /** Last `seq` given to a plan; never goes back. */
  readonly dueSeq: number;
  /** Counts writes of any kind; what a conditional write compares. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Why an account's publication ended without success; `outcome_unknown` is not tried again (R34). */
export type PublicationError = { readonly code: string; readonly detail: string };

/** The sending of one post to one account in one run, kept when the post is edited afterwards (G27). */
export type Publication = {
  readonly postId: string;
  readonly workspaceId: string;
  readonly run: number;
  readonly accountId: number;
  readonly provider: string;
  readonly state: 'pending' | 'published' | 'failed';
  /** Attempts begun. */
  readonly attempts: number;
  /** Attempts that ran out of time behind posts of the thread that they did put up: these are not held against it. */
  readonly spared: number;
  readonly lastAttemptAt: Date | null;
  /** Set while it waits for its next attempt; null with attempts made means one is under way, or was lost on its way. */
  readonly nextAttemptAt: Date | null;
  /** Since when the network may have the next post of the thread without our having heard of it (R34). */
  readonly unknownSince: Date | null;
  /** What the network knows the posts of the thread by, in order; grows while a thread goes out, so that a retry goes on behind it. */
  readonly remote: readonly { readonly id: string; readonly url: string | null }[];
  /** A digest of each item of the thread as this run sends it: by these the next run knows what was edited since. */
  readonly digests: readonly string[];
  /** The run that names the attempts: an earlier one as long as it is not known what that one posted (R34). */
  readonly keyRun: Pick<PublishingRun, 'number' | 'startedAt'>;
  readonly error: PublicationError | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};
