import { BookOpenText, ChevronsUpDown } from 'lucide';
import { Icon } from '#console/parts/icon.tsx';
import { Menu, type MenuItem } from '#console/parts/menu.tsx';
import { useSigned } from '#console/session/context.ts';
import { linkedGroups } from './groups.ts';

/** The name of the workspace, with the screens that are about the workspace itself. */
export function WorkspaceMenu({ isRail }: { readonly isRail: boolean }) {
  const { session } = useSigned();
  const { name, timezone } = session.me.workspace;
  const own = linkedGroups(session).find(({ group }) => group === 'Workspace');
  const screens: readonly MenuItem[] =
    own?.screens.map(({ path: href, name: label, icon }) => ({ href, label, icon })) ?? [];
  return (
    <Menu
      label="Workspace"
      tip={isRail ? name : undefined}
      look="workspace"
      head={
        <>
          <bdi class="strong">{name}</bdi>
          <span>Time zone {timezone}</span>
        </>
      }
      sections={[
        ...(screens.length === 0 ? [] : [{ label: 'Workspace', items: screens }]),
        {
          label: 'Documents',
          items: [{ label: 'API reference', icon: BookOpenText, href: '/docs', isOutside: true }],
        },
      ]}
    >
      <span class="mark" aria-hidden="true">
        {initials(name, 1)}
      </span>
      <bdi class="clip side-name">{name}</bdi>
      <span class="visually-hidden">workspace</span>
      <span class="push side-name">
        <Icon node={ChevronsUpDown} size="s" />
      </span>
    </Menu>
  );
}

/** The first letters of the first and the last word of a name. */
export function initials(name: string, count: 1 | 2): string {
  const words = name.split(/\s+/u).filter(Boolean);
  const letters = [words[0], count === 2 && words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...new Intl.Segmenter().segment(word ?? '')][0]?.segment ?? '',
  );
  return letters.join('').toUpperCase();
}
