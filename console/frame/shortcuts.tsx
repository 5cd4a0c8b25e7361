import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { createRecentThings } from '#console/palette/recent.ts';
import { Dialog } from '#console/parts/dialog.tsx';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import { placeAt } from '#console/place-at.ts';
import { useShortcuts } from '#console/session/use-shortcuts.ts';
import type { ThemeChoice } from '#console/theme/use-theme.ts';
import { PalettePlace } from './palette-place.tsx';

/** The key that begins a command of the system. */
export const COMMAND_KEY = /mac|iphone|ipad/iu.test(navigator.platform) ? '⌘' : 'Ctrl';

const LIST = [
  [`${COMMAND_KEY} K`, 'Search, jump to a screen, or do something; also while you type'],
  ['/', 'The same: find anything by its name, ID, mail address, phone number, URL or event'],
  ['j', 'Move to the next item of a list'],
  ['k', 'Move to the previous item of a list'],
  ['Enter', 'Open the item'],
  ['r', 'Resend the delivery that is shown'],
  ['?', 'Show this list'],
] as const;

/** The first link of each item of a list or a table on the screen. */
const ITEMS = 'main :is(.rows > li, .cards > li, tbody > tr)';

/** Single keys for frequent actions, and the two dialogs that they open, for the buttons that do the same without a keyboard. */
export function useShortcutDialogs({
  isLocked,
  themeChoice,
  onSignOut,
}: {
  readonly isLocked: boolean;
  readonly themeChoice: ThemeChoice;
  readonly onSignOut: () => void;
}): {
  readonly find: () => void;
  readonly help: () => void;
  readonly dialogs: ComponentChildren;
} {
  const [opened, setOpened] = useState<{ readonly what: 'find' | 'help'; readonly at: string }>();
  const [isOn, setOn] = useState(true);
  const { path } = useLocation();
  // A dialog belongs to the screen that it was opened on, which may not be rendered yet.
  const open = opened?.at === path ? opened.what : undefined;
  const show = (what: 'find' | 'help'): void => setOpened({ what, at: pathNow() });
  const close = (): void => setOpened(undefined);
  const recent = useMemo(createRecentThings, []);
  const find = (): void => {
    // The thing that is shown now is one that the person may want to come back to.
    const name = document.querySelector('#screen h1')?.textContent ?? '';
    const isThing = Object.keys(placeAt(path)?.params ?? {}).length > 0;
    if (isThing && name !== '') recent.add({ name, href: path, isForeign: true });
    show('find');
  };
  const help = (): void => show('help');
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
  useCommandKey(find, !isLocked);
  const dialogs = (
    <>
      {open === 'find' && (
        <PalettePlace
          actions={{ themeChoice, onHelp: help, onSignOut }}
          recent={recent}
          onClose={() => setOpened((shown) => (shown?.what === 'find' ? undefined : shown))}
        />
      )}
      {open === 'help' && <Help isOn={isOn} onSwitch={setOn} onClose={close} />}
    </>
  );
  return { find, help, dialogs };
}

/** The path of the URL, in the form that the router has. */
function pathNow(): string {
  return location.pathname.replace(/\/+$/u, '') || '/';
}

/** Calls an action for Ctrl K or ⌘ K, also while the person types, but not over another dialog. */
function useCommandKey(act: () => void, isOn: boolean): void {
  const current = useRef(act);
  current.current = act;
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isCommand || event.key.toLowerCase() !== 'k') return;
      // The browser would search the web.
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) current.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
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
