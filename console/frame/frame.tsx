import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { keepChoice, readChoice } from '#console/session/kept-choice.ts';
import { useMedia } from '#console/session/use-media.ts';
import { useTheme } from '#console/theme/use-theme.ts';
import { BottomBar } from './bottom-bar.tsx';
import { PhoneMenu } from './phone-menu.tsx';
import { useShortcutDialogs } from './shortcuts.tsx';
import { SideContent } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** The name of the choice that the sidebar shows icons alone. */
const FOLDED = 'console-sidebar';
/** The counts of the frame are read this long after the first screen was shown, which must not wait for them. */
const COUNTS_AFTER_MS = 300;

/** Everything around the screens: the sidebar or the bar of a phone, and the bar above the screen. */
export function Frame({
  isLocked,
  isLoading,
  onSignOut,
  children,
}: {
  readonly isLocked: boolean;
  /** Whether a screen is being loaded. */
  readonly isLoading: boolean;
  readonly onSignOut: () => void;
  readonly children: ComponentChildren;
}) {
  const isPhone = useMedia('(width < 44rem)');
  const isNarrow = useMedia('(width < 68rem)');
  const [isFolded, setFolded] = useState(() => readChoice(FOLDED) === 'folded');
  const [hasMenu, setMenu] = useState(false);
  const hasCounts = useLater(!isLoading);
  const themeChoice = useTheme();
  const { find, help, dialogs } = useShortcutDialogs({ isLocked, themeChoice, onSignOut });
  const isRail = isNarrow || isFolded;
  const shared = { hasCounts, themeChoice, onFind: find, onHelp: help, onSignOut };

  function fold(isToFold: boolean): void {
    keepChoice(FOLDED, isToFold ? 'folded' : undefined);
    setFolded(isToFold);
  }

  return (
    <div class={`app ${isRail && !isPhone ? 'rail' : ''}`}>
      <a class="skip" href="#screen">
        Skip to the content
      </a>
      {!isPhone && (
        <aside class="side" aria-label="Sidebar">
          <SideContent isRail={isRail} {...shared} />
        </aside>
      )}
      <div class="panel">
        <TopBar
          isPhone={isPhone}
          side={isNarrow ? undefined : { isOpen: !isFolded, onFold: fold }}
          themeChoice={themeChoice}
          onFind={find}
          onHelp={help}
        />
        <main id="screen" class="screen" tabIndex={-1} aria-busy={isLoading}>
          {children}
        </main>
      </div>
      {isPhone && <BottomBar hasCounts={hasCounts} isMenuOpen={hasMenu} onMore={() => setMenu(true)} />}
      {isPhone && hasMenu && !isLocked && (
        <PhoneMenu onClose={() => setMenu(false)}>
          <SideContent
            {...shared}
            onFollow={() => setMenu(false)}
            onFind={() => {
              setMenu(false);
              find();
            }}
          />
        </PhoneMenu>
      )}
      {dialogs}
    </div>
  );
}

/** Whether this has been true for a moment, once. */
function useLater(isReady: boolean): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    if (!isReady || isLater) return undefined;
    const timer = setTimeout(() => setLater(true), COUNTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isReady, isLater]);
  return isLater;
}
