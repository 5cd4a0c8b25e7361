import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide';
import { useLocation } from 'preact-iso';
import { Icon } from '#console/parts/icon.tsx';
import { Menu } from '#console/parts/menu.tsx';
import { placeAt, placesAbove } from '#console/place-at.ts';
import { isOpenTo } from '#console/screen.ts';
import { useSigned } from '#console/session/context.ts';
import { linkedGroups } from './groups.ts';

/**
 * Where the person is: the group, the screens above, and this screen. A phone has room for one of them: the way back to the screen above, or the
 * group with a menu of its other screens.
 */
export function Breadcrumb({ isPhone }: { readonly isPhone: boolean }) {
  const { session } = useSigned();
  const { path } = useLocation();
  const place = placeAt(path);
  if (!place) return null;
  const { screen } = place;
  const above = placesAbove(place).filter((each) => isOpenTo(session, each.screen));
  const parent = above.at(-1);
  const siblings = linkedGroups(session).find(({ group }) => group === screen.group);

  if (isPhone && parent)
    return (
      <nav class="crumbs" aria-label="Breadcrumb">
        <a class="crumb-back" href={parent.href} aria-label={`Back to ${parent.screen.name}`}>
          <Icon node={ChevronLeft} size="l" flips />
          <span class="clip">{parent.screen.name}</span>
        </a>
      </nav>
    );
  if (isPhone && screen.group !== undefined && siblings)
    return (
      <Menu
        label={screen.group}
        look="crumb-group"
        sections={[
          {
            label: screen.group,
            items: siblings.screens.map(({ path: href, name: label, icon }) => ({ href, label, icon })),
          },
        ]}
      >
        <span class="clip">{screen.group}</span>
        <span class="visually-hidden">screens</span>
        <Icon node={ChevronDown} size="s" />
      </Menu>
    );
  return (
    <nav class="crumbs" aria-label="Breadcrumb">
      <ol>
        {screen.group !== undefined && (
          <li>
            {screen.group}
            <Icon node={ChevronRight} size="s" flips />
          </li>
        )}
        {above.map(({ screen: { name }, href }) => (
          <li key={href}>
            <a href={href}>{name}</a>
            <Icon node={ChevronRight} size="s" flips />
          </li>
        ))}
        <li class="clip" aria-current="page">
          {screen.name}
        </li>
      </ol>
    </nav>
  );
}
