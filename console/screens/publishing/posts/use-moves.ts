import { useState } from 'preact/hooks';
import { localDay } from '#console/parts/local-time.ts';
import { type ListedPost, readPost } from '#console/screens/publishing/post-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { ApiProblemError } from '#console/session/problem.ts';
import { useCommand } from '#console/session/use-command.ts';
import { movePost, type Slot, whyNotTo } from './move-post.ts';

/** A move that failed because another person has changed the post. */
export type MoveConflict = { readonly current: ListedPost; readonly wanted: Slot };

/** Moves of posts in the calendar. A post is shown at its new place at once, and returns to the old one if the move fails. */
export function useMoves() {
  const { session, queries } = useSigned();
  const { run, isBusy, error } = useCommand();
  const [moving, setMoving] = useState<ReadonlyMap<string, Slot>>(new Map());
  const [conflict, setConflict] = useState<MoveConflict>();
  const [said, setSaid] = useState('');
  const [reason, setReason] = useState<string>();

  async function send(post: ListedPost, to: Slot): Promise<MoveConflict | undefined> {
    try {
      await movePost(session, post, to);
      return undefined;
    } catch (error_) {
      const isOutdated = error_ instanceof ApiProblemError && error_.code === 'revision_mismatch';
      if (!isOutdated) throw error_;
      const { post: current } = await readPost(session, post.id);
      // The response to the same move was lost.
      if (current.date === to.date && current.time === to.time) return undefined;
      return { current, wanted: to };
    }
  }

  async function move(post: ListedPost, to: Slot): Promise<'moved' | 'conflict' | 'failed'> {
    const why = whyNotTo(to.date, post, localDay(Date.now(), session.me.workspace.timezone));
    setReason(why);
    setConflict(undefined);
    if (why !== undefined) return 'failed';
    setMoving(new Map([[post.id, to]]));
    let found: MoveConflict | undefined;
    const isDone = await run(async () => {
      found = await send(post, to);
    });
    setMoving(new Map());
    setConflict(found);
    if (!isDone) await queries.invalidateQueries({ queryKey: ['calendar'] });
    const isMoved = isDone && found === undefined;
    setSaid(isMoved ? `Moved to ${to.date}, ${to.time}.` : `The post was not moved to ${to.date}.`);
    if (isMoved) return 'moved';
    return isDone ? 'conflict' : 'failed';
  }

  return {
    move,
    isBusy,
    error,
    conflict,
    /** Why the last move was not sent. */
    reason,
    /** What screen readers say after a move. */
    said,
    keepTheirs: () => setConflict(undefined),
    /** The post at the place where it is shown. */
    shown(post: ListedPost): ListedPost {
      const to = moving.get(post.id);
      return to ? { ...post, ...to } : post;
    },
  };
}
