import { useEffect, useRef } from 'preact/hooks';
import type { Identity } from './session.ts';

/** Asks before another key replaces the one in use. */
export function SwitchQuestion({
  current,
  next,
  onAnswer,
}: {
  readonly current: Identity;
  readonly next: Identity;
  readonly onAnswer: (isAccepted: boolean) => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog ref={dialog} aria-labelledby="switch-title" onCancel={() => onAnswer(false)}>
      <h2 id="switch-title">Switch the key?</h2>
      <p>
        You use the console as <bdi>{current.member.name}</bdi> in <bdi>{current.workspace.name}</bdi>. The
        link opens it as <bdi>{next.member.name}</bdi> in <bdi>{next.workspace.name}</bdi>.
      </p>
      <div class="actions">
        <button type="button" onClick={() => onAnswer(true)}>
          Switch
        </button>
        <button type="button" class="quiet" onClick={() => onAnswer(false)}>
          Stay
        </button>
      </div>
    </dialog>
  );
}
