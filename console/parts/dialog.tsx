import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/**
 * A dialog of the browser, open as long as it is rendered. Escape closes it unless its command is on the way, and the focus returns to where it was.
 * At first the control with `autofocus` has the focus: the least dangerous one.
 */
export function Dialog({
  title,
  isBusy = false,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isBusy?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Only closing returns the focus; an open dialog that leaves the page does not.
    return () => opened?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
