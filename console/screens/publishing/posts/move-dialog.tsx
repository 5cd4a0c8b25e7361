import { useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { Dialog } from '#console/parts/dialog.tsx';
import { FormEnd } from '#console/parts/draft-form.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { Failure } from '#console/parts/notices.tsx';
import type { ListedPost } from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { isApproved, type Slot } from './move-post.ts';
import type { useMoves } from './use-moves.ts';

type Moves = ReturnType<typeof useMoves>;

/** Asks for the new day and time of a post. */
export function MoveDialog({
  post,
  to,
  moves,
  onClose,
}: {
  readonly post: ListedPost;
  /** The day and time that the fields begin with. */
  readonly to: Slot;
  readonly moves: Moves;
  readonly onClose: () => void;
}) {
  const { timezone } = useSigned().session.me.workspace;
  const [date, setDate] = useState(to.date);
  const [time, setTime] = useState(to.time);

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    // A conflict is shown above the calendar.
    if ((await moves.move(post, { date, time })) !== 'failed') onClose();
  }

  return (
    <Dialog title="Move the post" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label="New day"
          hint={`Time zone: ${timezone}`}
          pointer="#/date"
          error={moves.error}
          type="date"
          required
          value={date}
          onValue={setDate}
        />
        <TextField
          label="New time"
          pointer="#/time"
          error={moves.error}
          type="time"
          required
          value={time}
          onValue={setTime}
        />
        {isApproved(post) && (
          <p>
            The post was approved. If you move it, the approval no longer applies: the post waits for approval
            again, and it is not published at its time.
          </p>
        )}
        <MoveReason moves={moves} />
        <FormEnd
          submit="Move the post"
          isBusy={moves.isBusy}
          error={moves.error}
          errorFields={['#/date', '#/time']}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

function MoveReason({ moves: { reason } }: { readonly moves: Moves }) {
  if (reason === undefined) return null;
  return (
    <Notice tone="bad" isNew>
      {reason}
    </Notice>
  );
}

/** Why the last move failed, or how another person has changed the post. */
export function MoveNotices({ moves }: { readonly moves: Moves }) {
  const { conflict } = moves;
  return (
    <>
      <output class="spoken">{moves.said}</output>
      <MoveReason moves={moves} />
      <Failure error={moves.error} />
      {conflict && (
        <Notice tone="bad" isNew>
          <p>
            Another person has changed the post. The post is now planned for{' '}
            {conflict.current.date ?? 'no day'}, {conflict.current.time ?? 'no time'}. You wanted to move it
            to {conflict.wanted.date}, {conflict.wanted.time}.
          </p>
          <div class="actions">
            <Button
              label="Move the post to my day"
              onClick={() => void moves.move(conflict.current, conflict.wanted)}
            />
            <Button label="Keep the current day" quiet onClick={moves.keepTheirs} />
            <a href={`/console/posts/${conflict.current.id}`}>Open the post</a>
          </div>
        </Notice>
      )}
    </>
  );
}
