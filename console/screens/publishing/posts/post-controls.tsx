import { useLocation } from 'preact-iso';
import { Command } from '#console/parts/command.tsx';
import type { Post } from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf, dataOf } from '#console/session/problem.ts';
import type { Once } from '#console/session/use-command.ts';
import { DeleteControls } from './delete-controls.tsx';
import type { Slot } from './move-post.ts';
import { Scheduling, Submission } from './post-scheduling.tsx';

const POSTS = '/os/api/{workspace}/posts';

/** The commands on a post that its state and the key allow. A post with changes that are not saved must be saved first. */
export function PostControls({
  post,
  isChanged,
  lastTime,
}: {
  readonly post: Post;
  readonly isChanged: boolean;
  /** The last day and time that the post had on this screen. */
  readonly lastTime: Slot;
}) {
  const { session } = useSigned();
  const { api, me } = session;
  const { route } = useLocation();
  const { status_name: status, trashed, publishing } = post;
  const params = { path: { workspace: me.workspace.id, post: post.id } };
  const mayWrite = may(session, 'publishing:posts:write');
  const mayPublish = may(session, 'publishing:posts:publish');

  async function duplicate(headers: Once): Promise<void> {
    const data = await dataOf(api.POST(`${POSTS}/duplicate/{post}`, { params, headers }));
    route(`/console/posts/${data.id}`);
  }

  if (publishing) return <p>The post is being published. The results appear here in a moment.</p>;
  if (trashed)
    return (
      <div class="actions">
        {mayWrite && (
          <Command
            label="Restore"
            send={(headers) => bodyOf(api.POST(`${POSTS}/restore/{post}`, { params, headers }))}
          />
        )}
        {mayWrite && <DeleteControls post={post} />}
      </div>
    );
  const isDraft = status === 'draft' || status === 'failed';
  return (
    <div class="actions">
      {isChanged && (isDraft || status === 'needs_approval') && (
        <p>Save your changes before you schedule or submit the post.</p>
      )}
      {mayPublish && !isChanged && (isDraft || status === 'scheduled') && <Scheduling post={post} />}
      {mayWrite && !isChanged && (isDraft || status === 'needs_approval') && (
        <Submission post={post} lastTime={lastTime} />
      )}
      {mayPublish && status === 'scheduled' && (
        <Command
          label="Unschedule"
          quiet
          send={(headers) => bodyOf(api.POST(`${POSTS}/unschedule/{post}`, { params, headers }))}
        />
      )}
      {mayWrite && <Command label="Duplicate" quiet send={duplicate} />}
      {mayWrite && <DeleteControls post={post} />}
    </div>
  );
}
