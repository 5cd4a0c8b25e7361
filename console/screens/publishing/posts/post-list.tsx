import { useEffect, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { AskedCommand } from '#console/parts/command.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import type { Column } from '#console/parts/lists/data-table.tsx';
import { useFilteredList } from '#console/parts/lists/filtered-list.ts';
import { LongList } from '#console/parts/lists/long-list.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import {
  type Account,
  type ListedPost,
  type PostQuery,
  POSTS,
  POSTS_KEY,
} from '#console/screens/publishing/post-reads.ts';
import { MemberName } from '#console/screens/workspaces/members/member-name.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { asError, bodyOf } from '#console/session/problem.ts';
import { accountNames } from './calendar.tsx';
import { titleOf } from './post-title.ts';

const NAMES = ['status', 'accounts', 'tags', 'keyword'] as const;
const REFRESH_MS = 30_000;
/** The API deletes at most this many posts at a time. */
const MOST = 200;
const SHOWN_TITLES = 10;

/** Why the API left a post as it is. */
const REASONS: Readonly<Record<string, string>> = {
  post_not_found: 'it no longer exists',
  post_publishing: 'it is being published',
  permission_missing: 'your key may not publish',
  concurrent_update: 'another person changed it at the same time',
};

type Left = { readonly title: string; readonly reason: string };

/** All posts, newest first, with commands for those that the person selects. */
export function PostList({ accounts }: { readonly accounts: readonly Account[] }) {
  const { session } = useSigned();
  const { api, me } = session;
  const path = { workspace: me.workspace.id };
  const { filters, list } = useFilteredList(NAMES, POSTS_KEY, (query: PostQuery) =>
    bodyOf(api.GET(POSTS, { params: { path, query } })),
  );
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedPost>>(new Map());
  const [left, setLeft] = useState<readonly Left[]>([]);
  const inTrash = filters.values.status === 'trash';
  const mayWrite = may(session, 'publishing:posts:write');
  const ids = [...selected.keys()];
  const isTooMany = ids.length > MOST;
  const noun = ids.length === 1 ? 'post' : 'posts';

  // The commands of the trash do not fit posts that are not in it.
  useEffect(() => setSelected(new Map()), [JSON.stringify(filters.values)]);

  function select(post: ListedPost, isSelected: boolean): void {
    const after = new Map(selected);
    if (isSelected) after.set(post.id, post);
    else after.delete(post.id);
    setSelected(after);
  }

  const box: Column<ListedPost> = {
    name: 'Select',
    width: 'box',
    cell: (post) => (
      <input
        type="checkbox"
        aria-label={`Select: ${titleOf(post)}`}
        checked={selected.has(post.id)}
        onChange={({ currentTarget }) => select(post, currentTarget.checked)}
      />
    ),
  };

  async function remove(trash: boolean): Promise<void> {
    const answer = api.DELETE(POSTS, { params: { path }, body: { posts: ids, trash } });
    const { skipped } = await bodyOf(answer);
    const of = (id: string) => selected.get(id);
    setLeft(
      skipped.map(({ id, code }) => {
        const post = of(id);
        return { title: post ? titleOf(post) : id, reason: REASONS[code] ?? code };
      }),
    );
    setSelected(new Map());
  }

  /** Restores each post. Those that could not be restored stay selected, with the reason. */
  async function restore(): Promise<void> {
    const failed = new Map<string, ListedPost>();
    const reasons: Left[] = [];
    for (const [id, post] of selected)
      try {
        await bodyOf(api.POST(`${POSTS}/restore/{post}`, { params: { path: { ...path, post: id } } }));
      } catch (error) {
        failed.set(id, post);
        reasons.push({ title: titleOf(post), reason: asError(error).message });
      }
    setLeft(reasons);
    setSelected(failed);
  }

  return (
    <>
      {mayWrite && ids.length > 0 && (
        <div class="actions action-bar">
          <span>
            {ids.length} {noun} selected{isTooMany && `; at most ${MOST} can be changed at a time`}
          </span>
          {isTooMany ? null : inTrash ? (
            <>
              <AskedCommand label="Restore" title={`Restore ${ids.length} ${noun}?`} send={restore}>
                <Titles posts={selected} />
                <p>The posts become drafts.</p>
              </AskedCommand>
              <AskedCommand
                label="Delete"
                isFinal
                title={`Delete ${ids.length} ${noun}?`}
                send={() => remove(false)}
              >
                <Titles posts={selected} />
                <p>
                  The posts are deleted permanently. Posts that are already on a social network stay there.
                </p>
              </AskedCommand>
            </>
          ) : (
            <AskedCommand
              label="Move to the trash"
              title={`Move ${ids.length} ${noun} to the trash?`}
              send={() => remove(true)}
            >
              <Titles posts={selected} />
              <p>
                Scheduled posts are no longer published at their time. You can restore the posts as drafts.
              </p>
            </AskedCommand>
          )}
          <Button label="Select none" quiet onClick={() => setSelected(new Map())} />
        </div>
      )}
      {left.length > 0 && (
        <Notice tone="bad" isNew>
          <p>These posts were not changed:</p>
          <ul>
            {left.map(({ title, reason }) => (
              <li key={`${title} ${reason}`}>
                <bdi>{title}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <LongList
        name="posts"
        {...list}
        columns={mayWrite ? [box, ...columnsOf(accounts)] : columnsOf(accounts)}
        empty={<p>{Object.keys(filters.values).length > 0 ? 'No post matches.' : 'There is no post yet.'}</p>}
        refetchMs={REFRESH_MS}
      />
    </>
  );
}

/** The posts that a command is about, at most the first ten. */
function Titles({ posts }: { readonly posts: ReadonlyMap<string, ListedPost> }) {
  const shown = [...posts.values()].slice(0, SHOWN_TITLES);
  return (
    <ul>
      {shown.map((post) => (
        <li key={post.id}>
          <bdi>{titleOf(post)}</bdi>
        </li>
      ))}
      {posts.size > shown.length && <li>and {posts.size - shown.length} more</li>}
    </ul>
  );
}

const columnsOf = (accounts: readonly Account[]): readonly Column<ListedPost>[] => [
  {
    name: 'Post',
    width: 'wide',
    cell: (post) => (
      <a href={`/console/posts/${post.id}`}>
        <bdi>{titleOf(post)}</bdi>
      </a>
    ),
  },
  { name: 'State', width: 'small', cell: (post) => <State name={shownState(post)} /> },
  { name: 'Accounts', cell: (post) => <bdi>{accountNames(post, accounts)}</bdi> },
  { name: 'When', cell: timesOf },
];

function shownState({ trashed, publishing, status_name: status }: ListedPost): string {
  return trashed ? 'in_the_trash' : publishing ? 'publishing' : status;
}

function timesOf({ scheduled_at: at, status_name: status, approval }: ListedPost) {
  return (
    <>
      {at !== null && <When at={at} />}{' '}
      {status === 'needs_approval' && approval && (
        <span>
          submitted by <MemberName id={approval.requested_by} /> <When at={approval.requested_at} />
        </span>
      )}
    </>
  );
}
