import type { Identity } from '#console/session/session.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before another key replaces the one in use, and before the screens of another workspace replace those that are open. */
export function SwitchQuestion({
  current,
  next,
  onAnswer,
}: {
  readonly current: Identity;
  readonly next: Identity;
  readonly onAnswer: (isAccepted: boolean) => void;
}) {
  return (
    <Dialog title="Switch the key?" onClose={() => onAnswer(false)}>
      <p>
        You use the console as <bdi>{current.member.name}</bdi> in <bdi>{current.workspace.name}</bdi>. The
        other key opens it as <bdi>{next.member.name}</bdi> in <bdi>{next.workspace.name}</bdi>.
        {current.workspace.id !== next.workspace.id && ' What you typed and did not save is then lost.'}
      </p>
      <div class="actions">
        <Button label="Switch" onClick={() => onAnswer(true)} />
        <Button label="Stay" quiet onClick={() => onAnswer(false)} />
      </div>
    </Dialog>
  );
}
