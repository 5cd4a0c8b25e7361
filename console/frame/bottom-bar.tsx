import { Menu as MenuIcon } from 'lucide';
import { useLocation } from 'preact-iso';
import { Icon } from '#console/parts/icon.tsx';
import { useSigned } from '#console/session/context.ts';
import { COUNTS } from './counts.tsx';
import { currentOn } from './current.ts';
import { linkedGroups } from './groups.ts';

/** The screens that a person on the way needs most, with short names. */
const NAMES: readonly (readonly [string, string])[] = [
  ['/console', 'Home'],
  ['/console/endpoints', 'Webhooks'],
  ['/console/posts', 'Calendar'],
  ['/console/conversations', 'Inbox'],
];

/** The bar at the end of the window of a phone. “More” opens all screens and the account. */
export function BottomBar({
  hasCounts,
  isMenuOpen,
  onMore,
}: {
  readonly hasCounts: boolean;
  readonly isMenuOpen: boolean;
  readonly onMore: () => void;
}) {
  const { session } = useSigned();
  const current = currentOn(useLocation().path);
  const screens = linkedGroups(session).flatMap((group) => group.screens);
  return (
    <nav class="bar-bottom" aria-label="Main screens">
      {NAMES.flatMap(([href, name]) => {
        const screen = screens.find(({ path }) => path === href);
        const Count = hasCounts ? COUNTS[href] : undefined;
        return screen
          ? [
              <a key={href} href={href} aria-current={current(href)}>
                <Icon node={screen.icon} size="l" />
                {name}
                {Count && <Count />}
              </a>,
            ]
          : [];
      })}
      <button type="button" aria-haspopup="dialog" aria-expanded={isMenuOpen} onClick={onMore}>
        <Icon node={MenuIcon} size="l" />
        More
      </button>
    </nav>
  );
}
