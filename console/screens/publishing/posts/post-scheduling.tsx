import { AskedForm } from '#console/parts/asked-form.tsx';
import { AskedCommand, Command } from '#console/parts/command.tsx';
import { type Post, postKey } from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { ApiProblemError, asError } from '#console/session/problem.ts';
import type { Slot } from './move-post.ts';
import { addToQueue, publishNow, schedule, scheduleAt, submit } from './post-commands.ts';
import { isOutdated } from './post-plan.ts';
import { NextFreeSlot } from './queue-sentence.tsx';
import { TIME_FIELDS, ZonedTimeFields } from './zoned-time-fields.tsx';

const CHANGED =
  'The post has changed since this screen showed it, so nothing was done. Read the post again, and repeat the command then.';

/** What a member who may publish can do with a draft, a failed or a scheduled post. */
export function Scheduling({ post }: { readonly post: Post }) {
  const { session, queries } = useSigned();
  const { status_name: status, schedule_complete: isTimed } = post;
  const isScheduled = status === 'scheduled';

  /** Sends a command on the post that the screen shows, and shows the current one if that has changed. */
  async function sendSeen(send: (seen: Post) => Promise<unknown>): Promise<void> {
    try {
      await send(post);
    } catch (error) {
      if (!isOutdated(asError(error))) throw error;
      void queries.invalidateQueries({ queryKey: postKey(post.id) });
      throw new ApiProblemError(412, { code: 'revision_mismatch', detail: CHANGED });
    }
  }

  return (
    <>
      {!isScheduled && isTimed && (
        <Command
          label={status === 'failed' ? 'Schedule again' : 'Schedule'}
          send={(once) => sendSeen((seen) => schedule(session, post.id, { once, seen }))}
        />
      )}
      <AskedForm
        label={
          isScheduled ? 'Change the time' : isTimed ? 'Schedule for another time' : 'Schedule for a time'
        }
        title="When is the post published?"
        submit={isScheduled ? 'Change the time' : 'Schedule the post'}
        initial={{ date: post.date ?? '', time: post.time ?? '', zone: session.me.workspace.timezone }}
        send={(draft, once) => sendSeen((seen) => scheduleAt(session, post.id, draft, { once, seen }))}
        errorFields={TIME_FIELDS}
      >
        {({ draft, error, onChange }) => (
          <ZonedTimeFields
            day="New day"
            time="New time"
            draft={draft}
            error={error}
            isRequired
            onChange={onChange}
          />
        )}
      </AskedForm>
      {!(isScheduled && post.queued) && (
        <AskedCommand
          label="Add to the queue"
          title="Add the post to the queue?"
          send={(once) => sendSeen((seen) => addToQueue(session, post.id, { once, seen }))}
        >
          <NextFreeSlot />
        </AskedCommand>
      )}
      <AskedCommand
        label="Publish now"
        title="Publish the post now?"
        send={(once) => sendSeen((seen) => publishNow(session, post.id, { once, seen }))}
      >
        <p>The post is published at once, whatever its day and time.</p>
      </AskedCommand>
    </>
  );
}

/** Asks a member who may publish to approve the post. */
export function Submission({ post, lastTime }: { readonly post: Post; readonly lastTime: Slot }) {
  const { session } = useSigned();
  const isWaiting = post.status_name === 'needs_approval';
  const { timezone } = session.me.workspace;
  return (
    <AskedForm
      label={isWaiting ? 'Submit again' : 'Submit for approval'}
      quiet={may(session, 'publishing:posts:publish')}
      title="Submit the post for approval?"
      submit="Submit the post"
      initial={{ ...lastTime, zone: timezone }}
      send={(draft, once) => submit(session, post.id, draft, once)}
      errorFields={TIME_FIELDS}
    >
      {({ draft, error, onChange }) => (
        <>
          <p>
            A member who may publish approves or returns the post.
            {isWaiting ? ' Submitting it again replaces the proposed time.' : ' You can propose a time.'}
          </p>
          <ZonedTimeFields
            day="Proposed day"
            time="Proposed time"
            draft={draft}
            error={error}
            onChange={onChange}
          />
        </>
      )}
    </AskedForm>
  );
}
