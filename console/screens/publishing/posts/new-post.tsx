import { useLocation } from 'preact-iso';
import { useRef, useState } from 'preact/hooks';
import { BackLink } from '#console/parts/back-link.tsx';
import { CreateForm } from '#console/parts/create-form.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { Radios } from '#console/parts/fields/radios.tsx';
import { Reported } from '#console/parts/reported.tsx';
import { POST, POSTS, postPath } from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf, dataOf } from '#console/session/problem.ts';
import type { Once } from '#console/session/use-command.ts';
import { PicturesOfScreen } from './pictures.tsx';
import { carryOut } from './post-commands.ts';
import { EMPTY_POST, requestOf } from './post-draft.ts';
import { PlannedTimeFields, POST_FIELDS, PostFields } from './post-fields.tsx';
import {
  needsTime,
  type NewPostBody,
  type NewPostDraft,
  newPostRequest,
  PLANS,
  plansOf,
} from './post-plan.ts';
import { PreviewOfPost } from './post-preview.tsx';
import { NextFreeSlot } from './queue-sentence.tsx';
import { ZonedTimeFields } from './zoned-time-fields.tsx';

/** Creates a post with its plan, and shows it. `?date=` sets its day. */
export function NewPost() {
  const { session } = useSigned();
  const { timezone } = session.me.workspace;
  const mayPublish = may(session, 'publishing:posts:publish');
  const { query } = useLocation();
  const [empty] = useState<NewPostDraft>(() => ({
    ...EMPTY_POST,
    date: query['date'] ?? '',
    plan: 'draft',
    zone: timezone,
  }));
  const [draft, setDraft] = useState(empty);
  const { create, unsent } = useCreation();
  return (
    <>
      <BackLink href="/console/posts" to="Posts" />
      <h1>New post</h1>
      <p class="soft">Nothing is published before the post is scheduled or published.</p>
      <PicturesOfScreen>
        <div class="editor">
          <section aria-label="New post">
            <CreateForm
              label={({ plan }) => PLANS.find(([each]) => each === plan)?.[1] ?? plan}
              path={postPath(session.me.workspace.id)}
              empty={empty}
              requestOf={(each) => newPostRequest(each, timezone)}
              create={create}
              errorFields={POST_FIELDS}
            >
              {({ onChange, ...fields }) => {
                const change = (changed: object) => onChange({ ...fields.draft, ...changed });
                return (
                  <>
                    <Reported value={fields.draft} report={setDraft} />
                    <PostFields
                      {...fields}
                      onChange={change}
                      when={
                        <>
                          <Radios
                            value={fields.draft.plan}
                            choices={plansOf(mayPublish)}
                            onValue={(plan) => change({ plan })}
                          />
                          <PlanFields {...fields} onChange={change} />
                        </>
                      }
                    />
                    {unsent !== undefined && (
                      <Notice tone="warn">
                        <a href={`/console/posts/${unsent}`}>The draft</a> is saved, but nothing else has
                        happened. Correct it here, and send it again.
                      </Notice>
                    )}
                  </>
                );
              }}
            </CreateForm>
          </section>
          <PreviewOfPost
            body={requestOf(mayPublish ? draft : { ...draft, time: '' })}
            checksTime={mayPublish && needsTime(draft) && draft.zone === timezone}
          />
        </div>
      </PicturesOfScreen>
    </>
  );
}

/** What a plan needs, or what it causes. */
function PlanFields({
  draft,
  error,
  onChange,
}: {
  readonly draft: NewPostDraft;
  readonly error: Error | null;
  readonly onChange: (changed: object) => void;
}) {
  switch (draft.plan) {
    case 'draft':
      return <PlannedTimeFields draft={draft} error={error} onChange={onChange} />;
    case 'schedule':
      return <ZonedTimeFields day="Day" time="Time" draft={draft} error={error} onChange={onChange} />;
    case 'queue':
      return <NextFreeSlot />;
    case 'now':
      return <p>The post is published at once to all of its accounts.</p>;
    default:
      return (
        <>
          <p>A member who may publish approves or returns the post. You can propose a time.</p>
          <ZonedTimeFields
            day="Proposed day"
            time="Proposed time"
            draft={draft}
            error={error}
            onChange={onChange}
          />
        </>
      );
  }
}

/**
 * Creates a post. The API creates and schedules in one step, but submits a stored post: if that fails, the draft stays, and sending the
 * form again continues with it instead of creating another one.
 */
function useCreation() {
  const { session } = useSigned();
  const { api, me } = session;
  const path = { workspace: me.workspace.id };
  const stored = useRef<string | undefined>(undefined);
  const [unsent, setUnsent] = useState<string>();

  async function createOnce(body: NewPostBody, headers: Once): Promise<string> {
    return (await dataOf(api.POST(POSTS, { params: { path }, headers, body }))).id;
  }

  async function update(post: string, draft: NewPostDraft): Promise<void> {
    // The command after the update chooses the time.
    const timed = draft.plan === 'draft' ? draft : { ...draft, date: '', time: '' };
    await bodyOf(api.PUT(POST, { params: { path: { ...path, post } }, body: requestOf(timed) }));
  }

  async function create(body: NewPostBody, once: Once, draft: NewPostDraft): Promise<string> {
    if (stored.current === undefined && draft.plan !== 'submit')
      return `/console/posts/${await createOnce(body, once)}`;
    if (stored.current === undefined) stored.current = await createOnce(body, once);
    else await update(stored.current, draft);
    try {
      await carryOut(session, stored.current, draft);
    } catch (error) {
      setUnsent(stored.current);
      throw error;
    }
    return `/console/posts/${stored.current}`;
  }

  return { create, unsent };
}
