import { ChevronDown } from 'lucide';
import { useLocation } from 'preact-iso';
import { Icon } from '#console/parts/icon.tsx';
import { useSigned } from '#console/session/context.ts';
import { COUNTS } from './counts.tsx';
import { currentOn } from './current.ts';
import { type Linked, linkedGroups } from './groups.ts';

/** Links to the screens that the permissions of the key allow, by product. */
export function SideNav({
  isRail,
  hasCounts,
  onFollow,
}: {
  /** Whether icons are shown alone, and groups cannot be folded. */
  readonly isRail: boolean;
  readonly hasCounts: boolean;
  readonly onFollow?: () => void;
}) {
  const { session } = useSigned();
  const { path } = useLocation();
  const current = currentOn(path);

  function link({ path: href, name, icon }: Linked) {
    const Count = hasCounts ? COUNTS[href] : undefined;
    return (
      <li key={href}>
        <a
          class="side-link"
          href={href}
          title={isRail ? name : undefined}
          aria-current={current(href)}
          onClick={onFollow}
        >
          <Icon node={icon} />
          <span class="side-name">{name}</span>
          {Count && <Count />}
        </a>
      </li>
    );
  }

  return (
    <nav class="side-scroll" aria-label="Console">
      {linkedGroups(session).map(({ group, screens }) => {
        const links = <ul>{screens.map(link)}</ul>;
        if (group === undefined || isRail)
          return (
            <div key={group} class={group === undefined ? undefined : 'side-group'}>
              {links}
            </div>
          );
        return (
          <details key={group} class="side-group" open>
            <summary>
              {group}
              <Icon node={ChevronDown} size="s" />
            </summary>
            {links}
          </details>
        );
      })}
    </nav>
  );
}
