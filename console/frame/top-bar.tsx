import { CircleQuestionMark, PanelLeft, Search, SunMoon, type IconNode } from 'lucide';
import { Icon } from '#console/parts/icon.tsx';
import { isDark, type ThemeChoice } from '#console/theme/use-theme.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { StageBadge } from './stage-badge.tsx';

/** Where the person is, and what is useful on every screen. */
export function TopBar({
  isPhone,
  side,
  themeChoice: { theme, choose },
  onFind,
  onHelp,
}: {
  readonly isPhone: boolean;
  /** Whether the sidebar is unfolded; undefined if the window is too narrow for it. */
  readonly side: { readonly isOpen: boolean; readonly onFold: (isFolded: boolean) => void } | undefined;
  readonly themeChoice: ThemeChoice;
  readonly onFind: () => void;
  readonly onHelp: () => void;
}) {
  return (
    <header class="top">
      <div class="top-row">
        {side && (
          <Tool
            label="Sidebar"
            node={PanelLeft}
            aria-expanded={side.isOpen}
            onClick={() => side.onFold(side.isOpen)}
          />
        )}
        <Breadcrumb isPhone={isPhone} />
        <div class="tools">
          {!isPhone && <StageBadge />}
          {isPhone && <Tool label="Search" node={Search} onClick={onFind} />}
          <Tool
            label="Switch the theme"
            node={SunMoon}
            onClick={() => choose(isDark(theme) ? 'light' : 'dark')}
          />
          {!isPhone && (
            <Tool label="Help and shortcuts" node={CircleQuestionMark} look="shortcuts" onClick={onHelp} />
          )}
        </div>
      </div>
    </header>
  );
}

function Tool({
  label,
  node,
  look = '',
  ...button
}: {
  readonly label: string;
  readonly node: IconNode;
  readonly look?: string;
  readonly 'aria-expanded'?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" class={`tool ${look}`} title={label} aria-label={label} {...button}>
      <Icon node={node} />
    </button>
  );
}
