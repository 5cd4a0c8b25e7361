import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '#console/parts/dialog.tsx';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import { FindForm } from '#console/parts/find-form.tsx';
import { useShortcuts } from '#console/session/use-shortcuts.ts';

const LIST = [
  ['/', 'Find an endpoint, delivery, event, contact, conversation, API key or change by its ID'],
  ['j', 'Move to the next item of a list'],
  ['k', 'Move to the previous item of a list'],
  ['Enter', 'Open the item'],
  ['r', 'Resend the delivery that is shown'],
  ['?', 'Show this list'],
] as const;

/** The first link of each item of a list or a table on the screen. */
const ITEMS = 'main :is(.rows > li, .cards > li, tbody > tr)';

/** Single keys for frequent actions, and the two dialogs that they open, for the buttons that do the same without a keyboard. */
export function useShortcutDialogs(isLocked: boolean): {
  readonly find: () => void;
  readonly help: () => void;
  readonly dialogs: ComponentChildren;
} {
  const [open, setOpen] = useState<'find' | 'help'>();
  const [isOn, setOn] = useState(true);
  const { path, query } = useLocation();
  const find = (): void => setOpen('find');
  const help = (): void => setOpen('help');
  useEffect(() => setOpen(undefined), [path, query['id']]);
  useShortcuts(
    {
      '/': find,
      '?': help,
      j: () => moveBy(1),
      k: () => moveBy(-1),
      r: () => document.querySelector<HTMLElement>('[data-shortcut="r"] button')?.click(),
    },
    isOn && !isLocked,
  );
  const dialogs = (
    <>
      {open === 'find' && (
        <Dialog title="Find by ID" onClose={() => setOpen(undefined)}>
          <FindForm />
        </Dialog>
      )}
      {open === 'help' && <Help isOn={isOn} onSwitch={setOn} onClose={() => setOpen(undefined)} />}
    </>
  );
  return { find, help, dialogs };
}

function Help({
  isOn,
  onSwitch,
  onClose,
}: {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onClose: () => void;
}) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <Dialog title="Shortcuts" onClose={onClose}>
      <dl>
        {LIST.map(([key, meaning]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
      {/* People who dictate or hit keys by accident can turn single keys off (WCAG 2.1.4). */}
      <CheckField checked={isOn} onCheck={onSwitch}>
        Single-key shortcuts are on
      </CheckField>
      <div class="actions">
        <button type="button" ref={close} onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** Moves the focus to the first link of the next or previous item; from elsewhere to the first item. */
function moveBy(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>(ITEMS)].filter(
    (item) => item.querySelector('a') !== null,
  );
  const current = items.findIndex((item) => item.contains(document.activeElement));
  const next = current === -1 ? items[0] : items[current + step];
  next?.querySelector('a')?.focus();
}
