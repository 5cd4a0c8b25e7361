import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '#console/parts/icon.tsx';

/** All screens and the account, over the screen of a phone. */
export function PhoneMenu({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="phone-menu"
      aria-label="Menu"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A click beside its content closes it, too.
      closedby="any"
      onClose={onClose}
    >
      <div class="side">
        <button type="button" class="tool phone-close" aria-label="Close the menu" onClick={onClose}>
          <Icon node={X} />
        </button>
        {children}
      </div>
    </dialog>
  );
}
