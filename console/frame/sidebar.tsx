import { Search } from 'lucide';
import { Icon } from '#console/parts/icon.tsx';
import type { ThemeChoice } from '#console/theme/use-theme.ts';
import { AccountMenu } from './account-menu.tsx';
import { COMMAND_KEY } from './shortcuts.tsx';
import { SideNav } from './side-nav.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

/** What the sidebar and the menu of a phone contain. */
export function SideContent({
  isRail = false,
  hasCounts,
  themeChoice,
  onFind,
  onHelp,
  onFollow,
  onSignOut,
}: {
  /** Whether icons are shown alone. */
  readonly isRail?: boolean;
  readonly hasCounts: boolean;
  readonly themeChoice: ThemeChoice;
  readonly onFind: () => void;
  readonly onHelp: () => void;
  /** Called when a person follows a link. */
  readonly onFollow?: () => void;
  readonly onSignOut: () => void;
}) {
  return (
    <>
      <WorkspaceMenu isRail={isRail} />
      <button
        type="button"
        class="jump"
        title={isRail ? 'Search or jump to' : undefined}
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={onFind}
      >
        <Icon node={Search} />
        <span class="side-name">Search or jump to</span>
        <kbd class="side-name push" aria-hidden="true">
          {COMMAND_KEY} K
        </kbd>
      </button>
      <SideNav isRail={isRail} hasCounts={hasCounts} {...(onFollow ? { onFollow } : {})} />
      <AccountMenu isRail={isRail} themeChoice={themeChoice} onHelp={onHelp} onSignOut={onSignOut} />
    </>
  );
}
