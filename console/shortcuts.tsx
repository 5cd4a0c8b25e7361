import { useLocation } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import { Dialog } from './parts/dialog.tsx';
import { FindForm } from './parts/find-form.tsx';
import { useShortcuts } from './session/use-shortcuts.ts';

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

/** Single keys for frequent actions, the search, and the buttons that do the same without a keyboard. */
export function Shortcuts({ isLocked }: { readonly isLocked: boolean }) {
  const [open, setOpen] = useState<'find' | 'help'>();
  const [isOn, setOn] = useState(true);
  const { path, query } = useLocation();
  useEffect(() => setOpen(undefined), [path, query['id']]);
  useShortcuts(
    {
      '/': () => setOpen('find'),
      '?': () => setOpen('help'),
      j: () => moveBy(1),
      k: () => moveBy(-1),
      r: () => document.querySelector<HTMLElement>('[data-shortcut="r"] button')?.click(),
    },
    isOn && !isLocked,
  );
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen('find')}>
        Find <kbd>/</kbd>
      </button>
      <button type="button" class="quiet shortcuts" onClick={() => setOpen('help')}>
        Shortcuts <kbd>?</kbd>
      </button>
      {open === 'find' && (
        <Dialog title="Find by ID" onClose={() => setOpen(undefined)}>
          <FindForm />
        </Dialog>
      )}
      {open === 'help' && <Help isOn={isOn} onSwitch={setOn} onClose={() => setOpen(undefined)} />}
    </>
  );
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
