import type { NextJob } from '#shared/platform/core/scheduled-job.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import type { Post, Publication, PublicationError } from '#shared/publishing/domain/post.ts';

/** Where posts are deleted: here, here and on the networks, or only on the networks. */
export const DELETE_MODES = ['app_only', 'app_and_social', 'social_only'] as const;

/** One of the modes of deletion. */
export type DeleteMode = (typeof DELETE_MODES)[number];

/** The modes that remove posts from the networks. */
export type RemovalMode = Exclude<DeleteMode, 'app_only'>;

/** States of a removal from one account. All but `pending` are final. */
export const REMOVAL_STATES = ['pending', 'removed', 'failed', 'unsupported'] as const;

/** How long a removal can be read after its last account ended, in milliseconds. */
const KEPT_MS = 30 * DAY_MS;

/** Maximum bytes of ids on the networks in one removal: an item of DynamoDB has at most 400 KB. */
const MAX_ID_BYTES = 200_000;

/** The outcome of the posts of one account. */
export type AccountOutcome = {
  readonly accountId: number;
  readonly provider: string;
  /** The network's ids of the posts. The first `left` of them are not removed yet; the others are. */
  readonly remote: readonly string[];
  readonly left: number;
  /** Whether the account may also have a post without a known id, because publishing it ended as `outcome_unknown`. */
  readonly uncertain: boolean;
  readonly state: (typeof REMOVAL_STATES)[number];
  /** Attempts started since the last request to remove the posts. */
  readonly attempts: number;
  /** If it is null and attempts were made, an attempt is running or its invocation crashed. */
  readonly nextAttemptAt: Date | null;
  readonly error: PublicationError | null;
  readonly finishedAt: Date | null;
};

/**
 * The removal of one post from the networks. It is independent of the post, because it outlives a post that is permanently
 * deleted (docs/specification/publishing.md#removing-from-networks).
 */
export type PostRemoval = {
  /** The id of the post. */
  readonly id: string;
  readonly workspaceId: string;
  readonly mode: RemovalMode;
  readonly requestedAt: Date;
  /** In ascending order of their ids. */
  readonly accounts: readonly AccountOutcome[];
  /** Null when every account has ended. */
  readonly due: NextJob | null;
  /** Incremented by every write. A job with a lower number is outdated. */
  readonly dueSeq: number;
};

/** A removal as it was read, and as the request leaves it; both are the same object if nothing changes. */
export type RemovalRequest = { readonly before: PostRemoval | undefined; readonly after: PostRemoval };

const UNKNOWN: PublicationError = {
  code: 'outcome_unknown',
  detail:
    'Publishing ended with an unknown outcome, so the social network may have a post whose id is not known. Check the ' +
    'account on the social network.',
};

const TOO_LARGE: PublicationError = {
  code: 'removal_too_large',
  detail: 'The account has too many posts for one removal. Remove them on the social network.',
};

/**
 * The removal that a request starts, or undefined if no network has the post. `publications` are all publications of the post,
 * which is not being published. A repeated request continues the earlier removal: accounts that have ended without success are
 * tried again, and posts that were published since are added.
 */
export function requestPostRemoval(
  { id, workspaceId }: Pick<Post, 'id' | 'workspaceId'>,
  mode: RemovalMode,
  publications: readonly Publication[],
  { earlier: before, now }: { readonly earlier: PostRemoval | undefined; readonly now: Date },
): RemovalRequest | undefined {
  const byAccount = Map.groupBy(
    publications.toSorted((a, b) => a.run - b.run),
    ({ accountId }) => accountId,
  );
  let bytes = 0;
  const accounts = [...byAccount.entries()]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([accountId, own]) => {
      const known = before?.accounts.find((each) => each.accountId === accountId);
      const outcome = requestedOutcome(known, accountId, own, now);
      if (!outcome) return [];
      bytes += outcome.remote.join('').length;
      if (bytes <= MAX_ID_BYTES) return outcome;
      return { ...outcome, remote: [], left: 0, ...endedOutcome('failed', TOO_LARGE, now) };
    });
  if (accounts.length === 0) return undefined;
  const isSame =
    before?.mode === mode &&
    before.accounts.length === accounts.length &&
    before.accounts.every((each) => accounts.includes(each));
  if (isSame) return { before, after: before };
  const dueSeq = (before?.dueSeq ?? 0) + 1;
  const isPending = accounts.some(({ state }) => state === 'pending');
  const due = isPending ? { at: now, seq: dueSeq, timer: true } : null;
  return { before, after: { id, workspaceId, mode, requestedAt: now, accounts, due, dueSeq } };
}

/** The outcome of an account before its first attempt; undefined if the network has no post of it. */
function requestedOutcome(
  earlier: AccountOutcome | undefined,
  accountId: number,
  publications: readonly Publication[],
  now: Date,
): AccountOutcome | undefined {
  const last = publications.at(-1);
  const published = publications.flatMap(({ remote }) => remote.map(({ id }) => id));
  const known = new Set(earlier?.remote);
  const added = [...new Set(published)].filter((id) => !known.has(id));
  const waiting = [...(earlier?.remote.slice(0, earlier.left) ?? []), ...added];
  const uncertain = last?.error?.code === UNKNOWN.code;
  if (earlier && added.length === 0 && uncertain === earlier.uncertain) {
    const isRepeatable = earlier.left > 0 && earlier.state !== 'pending';
    if (!isRepeatable) return earlier;
  }
  if (waiting.length === 0 && !uncertain && !earlier) return undefined;
  const outcome = {
    accountId,
    provider: last?.provider ?? 'unknown',
    remote: [...waiting, ...(earlier?.remote.slice(earlier.left) ?? [])],
    left: waiting.length,
    uncertain,
    state: 'pending',
    attempts: 0,
    nextAttemptAt: null,
    error: null,
    finishedAt: null,
  } as const;
  return waiting.length === 0 ? emptied(outcome, now) : outcome;
}

/** The outcome when none of the known posts is left on the network. */
export function emptied(outcome: AccountOutcome, now: Date): AccountOutcome {
  const end = outcome.uncertain ? endedOutcome('failed', UNKNOWN, now) : endedOutcome('removed', null, now);
  return { ...outcome, left: 0, ...end };
}

/** The fields of an account that has ended. */
export function endedOutcome(
  state: 'removed' | 'failed' | 'unsupported',
  error: PublicationError | null,
  now: Date,
) {
  return { state, error, nextAttemptAt: null, finishedAt: now } as const;
}

/** The outcome of the account that a publication was removed from; undefined if its posts were never removed. */
export function removalOf(
  { accountId, remote }: Pick<Publication, 'accountId' | 'remote'>,
  removal: PostRemoval | undefined,
): AccountOutcome | undefined {
  const outcome = removal?.accounts.find((each) => each.accountId === accountId);
  if (!outcome) return undefined;
  const isPart = remote.some(({ id }) => outcome.remote.includes(id));
  return isPart ? outcome : undefined;
}

/** When a removal is deleted; null while an account is pending. */
export function expiryOf({ due, accounts, requestedAt }: PostRemoval): Date | null {
  if (due !== null) return null;
  const ends = accounts.map(({ finishedAt }) => finishedAt?.getTime() ?? 0);
  return new Date(Math.max(requestedAt.getTime(), ...ends) + KEPT_MS);
}
