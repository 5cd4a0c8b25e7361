import type { components, operations } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

export type Post = components['schemas']['Post'];
export type ListedPost = components['schemas']['ListedPost'];
export type PostBody = components['schemas']['UpdatePostBody'];
export type Account = components['schemas']['Account'];
export type Tag = components['schemas']['Tag'];
export type Publication = components['schemas']['Publication'];
export type Removal = components['schemas']['PostRemoval'];
export type PostPreview = components['schemas']['PostPreview'];
export type PostQuery = NonNullable<operations['listPosts']['parameters']['query']>;

/** A post with the revision that an edit of it is based on. */
export type RevisedPost = { readonly post: Post; readonly etag: string };

export const POSTS = '/os/api/{workspace}/posts';
export const POST = '/os/api/{workspace}/posts/{post}';
const ACCOUNTS = '/os/api/{workspace}/accounts';
/** The most rows that one request returns. */
const MOST = 100;

/** The first part of the key of a list of posts among the queries; its filters follow. */
export const POSTS_KEY = ['posts'] as const;

/** The key of a post among the queries. */
export function postKey(post: string): readonly string[] {
  return ['post', post];
}

/** The revision of a post for `If-Match`. */
export function etagOf({ revision }: Pick<ListedPost, 'revision'>): string {
  return `"${revision}"`;
}

export async function readPost({ api, me }: Session, post: string): Promise<RevisedPost> {
  const params = { path: { workspace: me.workspace.id, post } };
  const data = await dataOf(api.GET(POST, { params }));
  return { post: data, etag: etagOf(data) };
}

/** Reads a post with its revision, and keeps it current. */
export function usePost(
  post: string,
  refetchMs: (found: RevisedPost | undefined) => number,
): Loaded<RevisedPost> {
  const { session } = useSigned();
  return useQuery(postKey(post), () => readPost(session, post), refetchMs);
}

/** Reads the removal of a post from its networks, and keeps it current. */
export function usePostRemoval(
  post: string,
  refetchMs: (found: Removal | undefined) => number,
): Loaded<Removal> {
  const { api, me } = useSigned().session;
  const params = { path: { workspace: me.workspace.id, post } };
  const read = () => dataOf(api.GET(`${POSTS}/removals/{post}`, { params }));
  return useQuery(['removal', post], read, refetchMs);
}

/** The key of the accounts among the queries. */
export const ACCOUNTS_KEY = ['accounts'] as const;

/** Reads the accounts of the workspace. */
export function readAccounts({ api, me }: Session): Promise<readonly Account[]> {
  const params = { path: { workspace: me.workspace.id }, query: { limit: MOST } };
  return dataOf(api.GET(ACCOUNTS, { params }));
}

/** Reads the accounts of the workspace, and keeps them current. */
export function useAccounts(): Loaded<readonly Account[]> {
  const { session } = useSigned();
  return useQuery(ACCOUNTS_KEY, () => readAccounts(session));
}

/** Reads the tags of the workspace. */
export function useTags(): Loaded<readonly Tag[]> {
  const { api, me } = useSigned().session;
  const params = { path: { workspace: me.workspace.id }, query: { limit: MOST } };
  return useQuery(['tags'], () => dataOf(api.GET('/os/api/{workspace}/tags', { params })));
}

/** The path of the API for a post, or for all posts. */
export function postPath(workspace: string, post?: string): string {
  const posts = `/os/api/${encodeURIComponent(workspace)}/posts`;
  return post === undefined ? posts : `${posts}/${encodeURIComponent(post)}`;
}
