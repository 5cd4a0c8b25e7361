import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { CreateForm } from '#console/parts/create-form.tsx';
import { Reported } from '#console/parts/reported.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { EMPTY_POST, type PostDraft, requestOf } from './post-draft.ts';
import { POST_FIELDS, PostFields } from './post-fields.tsx';
import { PreviewOfPost } from './post-preview.tsx';
import { POSTS, postPath } from './post-reads.ts';

/** Creates a post, and shows it. `?date=` sets its day. */
export function NewPost() {
  const { api, me } = useSigned().session;
  const { query } = useLocation();
  const [empty] = useState<PostDraft>(() => ({ ...EMPTY_POST, date: query['date'] ?? '' }));
  const [draft, setDraft] = useState(empty);
  const params = { path: { workspace: me.workspace.id } };
  return (
    <>
      <p>
        <a href="/console/posts">Posts</a>
      </p>
      <h1>New post</h1>
      <p class="soft">The post begins as a draft. Nothing is published before you schedule it.</p>
      <div class="editor">
        <section aria-label="New post">
          <CreateForm
            label="Save the draft"
            path={postPath(me.workspace.id)}
            empty={empty}
            requestOf={requestOf}
            create={async (body, headers) => {
              const { data } = await bodyOf(api.POST(POSTS, { params, headers, body }));
              return `/console/posts/${data.id}`;
            }}
            errorFields={POST_FIELDS}
          >
            {({ onChange, ...fields }) => (
              <>
                <Reported value={fields.draft} report={setDraft} />
                <PostFields {...fields} onChange={onChange} />
              </>
            )}
          </CreateForm>
        </section>
        <PreviewOfPost body={requestOf(draft)} />
      </div>
    </>
  );
}
