import type { Media } from '#shared/files/domain/media.ts';
import * as filesErrors from '#shared/files/errors.ts';
import type { MediaReader } from '#shared/files/ports/media-store.ts';
import type { ErrorKind } from '#shared/platform/core/error-kind.ts';
import type { ErrorCode, ValidationIssue } from '#shared/platform/core/errors.ts';
import { toTimestamp } from '#shared/platform/core/zoned-time.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import { chooseTime, type SentTime } from '#shared/publishing/domain/chosen-time.ts';
import type { PostTime } from '#shared/publishing/domain/post-edit.ts';
import type { PostBody } from '#shared/publishing/domain/post.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import type { AccountReader, TagReader } from '#shared/publishing/ports/account-store.ts';
import type { SentPost } from './post-body.ts';

/** The reads that resolve the references of a post. */
export type ReferenceStores = {
  readonly accounts: Pick<AccountReader, 'findAll'>;
  readonly tags: Pick<TagReader, 'findAll'>;
  readonly media: Pick<MediaReader, 'findAll'>;
};

/** The existing resources that a post references, and an issue for each reference that does not exist. */
export type PostReferences = {
  readonly accounts: readonly Account[];
  readonly media: readonly Media[];
  readonly issues: readonly ValidationIssue[];
};

type Named = { readonly id: number; readonly pointer: string };

/**
 * Reads what a body references, in one batch of each kind, or none if there are no references. Pointers refer to the body as
 * sent. Tags in `kept` may be missing: a post keeps the id of a deleted tag, and a client may send back what it read.
 */
export async function resolveReferences(
  stores: ReferenceStores,
  workspaceId: string,
  sent: SentPost,
  kept: PostBody['tags'] = [],
): Promise<PostReferences> {
  const named = {
    accounts: (sent.accounts ?? []).map(namedAt('#/accounts')),
    tags: (sent.tags ?? []).map(namedAt('#/tags')),
    media: sent.versions.flatMap(({ content }, version) =>
      content.flatMap(({ media = [] }, item) =>
        media.map(namedAt(`#/versions/${version}/content/${item}/media`)),
      ),
    ),
  };
  const [accounts, tags, media] = await Promise.all([
    findNamed(stores.accounts, workspaceId, idsOf(named.accounts)),
    findNamed(stores.tags, workspaceId, idsOf(named.tags)),
    findNamed(stores.media, workspaceId, idsOf(named.media)),
  ]);
  const issues = [
    ...unknown(named.accounts, accounts, publishingErrors.account_not_found, 'account'),
    ...unknown(named.tags, [...tags, ...kept.map((id) => ({ id }))], publishingErrors.tag_not_found, 'tag'),
    ...unknown(named.media, media, filesErrors.media_not_found, 'media file'),
  ];
  return { accounts, media, issues };
}

/** The existing accounts and media of a stored post, from which its warnings are computed. */
export async function readReferences(
  stores: Pick<ReferenceStores, 'accounts' | 'media'>,
  workspaceId: string,
  { accounts, versions }: Pick<PostBody, 'accounts' | 'versions'>,
): Promise<Pick<PostReferences, 'accounts' | 'media'>> {
  const files = versions.flatMap(({ content }) => content.flatMap(({ media }) => media));
  const [foundAccounts, foundMedia] = await Promise.all([
    findNamed(stores.accounts, workspaceId, accounts),
    findNamed(stores.media, workspaceId, [...new Set(files)]),
  ]);
  return { accounts: foundAccounts, media: foundMedia };
}

async function findNamed<T>(
  store: { findAll(workspaceId: string, ids: readonly number[]): Promise<T[]> },
  workspaceId: string,
  ids: readonly number[],
): Promise<T[]> {
  return ids.length === 0 ? [] : store.findAll(workspaceId, ids);
}

function namedAt(list: string) {
  return (id: number, index: number): Named => ({ id, pointer: `${list}/${index}` });
}

function idsOf(named: readonly Named[]): number[] {
  return [...new Set(named.map(({ id }) => id))];
}

function unknown(
  named: readonly Named[],
  found: readonly { readonly id: number }[],
  error: ErrorKind<ErrorCode>,
  word: string,
): ValidationIssue[] {
  const known = new Set(found.map(({ id }) => id));
  return named
    .filter(({ id }) => !known.has(id))
    .map(({ pointer, id }) => ({
      pointer,
      ...error(),
      detail: `The workspace has no ${word} ${id}. Remove the ID, or use the ID of an existing ${word}.`,
    }));
}

/** Interprets the date and time of a body in the current time zone of the workspace. */
export async function readPostTime(
  workspaces: Pick<WorkspaceReader, 'find'>,
  workspaceId: string,
  { date, time }: Pick<PostBody, 'date' | 'time'>,
): Promise<PostTime> {
  const { timezone } = await readWorkspace(workspaces, workspaceId);
  if (date === null || time === null) return { timezone, scheduledAt: null };
  return { timezone, scheduledAt: toTimestamp(date, time, timezone) };
}

/** The date and time of a new post as it stores them, with the issues that they have. */
export type NewPostTime = Pick<PostBody, 'date' | 'time'> &
  PostTime & { readonly issues: readonly ValidationIssue[] };

/**
 * Interprets the date and time of a body in the time zone of the request, by default in that of the workspace. A date without a time,
 * or a time without a date, is stored as sent, unless it is in another time zone.
 */
export async function readNewPostTime(
  workspaces: Pick<WorkspaceReader, 'find'>,
  workspaceId: string,
  { date = null, time = null, timezone: sentZone }: SentTime,
): Promise<NewPostTime> {
  const { timezone } = await readWorkspace(workspaces, workspaceId);
  const isStored = (date === null || time === null) && sentZone === undefined;
  if (isStored) return { date, time, timezone, scheduledAt: null, issues: [] };
  const { chosen, issues } = chooseTime({ date, time, timezone: sentZone }, timezone);
  return { date, time, scheduledAt: null, ...chosen, timezone, issues };
}

async function readWorkspace(workspaces: Pick<WorkspaceReader, 'find'>, workspaceId: string) {
  const workspace = await workspaces.find(workspaceId);
  if (!workspace) throw new Error('The workspace of a key does not exist');
  return workspace;
}
