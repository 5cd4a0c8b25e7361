import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { AskedCommand } from '#console/parts/command.tsx';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import type { Post } from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';

const POST = '/os/api/{workspace}/posts/{post}';

/** The commands that delete a post, here or on its networks. */
export function DeleteControls({ post }: { readonly post: Post }) {
  const { session } = useSigned();
  const { api, me } = session;
  const { route } = useLocation();
  const [isAlsoThere, setAlsoThere] = useState(false);
  const canRemove = may(session, 'publishing:posts:publish') && isOnNetworks(post);
  const path = { workspace: me.workspace.id, post: post.id };
  const mode = canRemove && isAlsoThere ? ('app_and_social' as const) : ('app_only' as const);

  async function trash(): Promise<void> {
    await bodyOf(api.DELETE(POST, { params: { path, query: { trash: 'true', delete_mode: mode } } }));
  }

  async function remove(): Promise<void> {
    await deletion(api.DELETE(POST, { params: { path, query: { delete_mode: mode } } }));
    // The screen of a deleted post shows what happens on its networks.
    if (mode === 'app_only') route('/console/posts');
  }

  async function removeThere(): Promise<void> {
    await bodyOf(api.DELETE(POST, { params: { path, query: { delete_mode: 'social_only' } } }));
  }

  const choice = canRemove ? (
    <CheckField checked={isAlsoThere} onCheck={setAlsoThere}>
      Also remove the post from its social networks
    </CheckField>
  ) : (
    <p>If the post is already on a social network, it stays there.</p>
  );
  return (
    <>
      {canRemove && (
        <AskedCommand
          label="Remove from networks"
          isFinal
          title="Remove the post from its social networks?"
          send={removeThere}
        >
          <p>
            The post stays in the console. Some social networks do not allow the removal of posts. The result
            for each account appears on this page.
          </p>
        </AskedCommand>
      )}
      {post.trashed ? (
        <AskedCommand label="Delete" isFinal title="Delete the post?" send={remove}>
          <p>The post is deleted permanently.</p>
          {choice}
        </AskedCommand>
      ) : (
        <AskedCommand label="Move to the trash" title="Move the post to the trash?" send={trash}>
          <p>
            If the post is scheduled, it is no longer published at its time. You can restore the post as a
            draft.
          </p>
          {choice}
        </AskedCommand>
      )}
    </>
  );
}

/** Whether a network may have the post. After a removal that is pending or has succeeded, the network counts as without the post. */
function isOnNetworks({ publications }: Post): boolean {
  return publications.some(
    ({ remote, removal }) =>
      remote.length > 0 && removal?.state !== 'pending' && removal?.state !== 'removed',
  );
}
