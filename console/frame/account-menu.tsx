import { Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide';
import { Menu } from '#console/parts/menu.tsx';
import { useSigned } from '#console/session/context.ts';
import { useMedia } from '#console/session/use-media.ts';
import type { Theme } from '#console/theme/theme.ts';
import type { ThemeChoice } from '#console/theme/use-theme.ts';
import { initials } from './workspace-menu.tsx';

const LOOKS = [
  ['light', 'Light', Sun],
  ['dark', 'Dark', Moon],
  ['system', 'As the system', Monitor],
] as const satisfies readonly (readonly [Theme, string, unknown])[];

/** The name of the member, with what concerns this browser: the theme, the shortcuts and signing out. */
export function AccountMenu({
  isRail,
  themeChoice: { theme, choose },
  onHelp,
  onSignOut,
}: {
  readonly isRail: boolean;
  readonly themeChoice: ThemeChoice;
  readonly onHelp: () => void;
  readonly onSignOut: () => void;
}) {
  const { member, key, workspace } = useSigned().session.me;
  const hasKeyboard = !useMedia('(pointer: coarse)');
  return (
    <Menu
      label="Account"
      tip={isRail ? member.name : undefined}
      look="account"
      side="above"
      head={
        <>
          <bdi class="strong">{member.name}</bdi>
          <span>
            {member.role} in <bdi>{workspace.name}</bdi>
          </span>
        </>
      }
      sections={[
        {
          label: 'Theme',
          isShown: true,
          items: LOOKS.map(([name, label, icon]) => ({
            label,
            icon,
            isChosen: name === theme,
            onChoose: () => choose(name),
          })),
        },
        ...(hasKeyboard
          ? [{ label: 'Help', items: [{ label: 'Shortcuts', icon: Keyboard, onChoose: onHelp }] }]
          : []),
        {
          label: 'Key',
          items: [{ label: key.console ? 'Sign out' : 'Forget the key', icon: LogOut, onChoose: onSignOut }],
        },
      ]}
    >
      <span class="avatar" aria-hidden="true">
        {initials(member.name, 2)}
      </span>
      <span class="account-text side-name">
        <bdi class="clip strong">{member.name}</bdi>
        <span class="clip second">{member.role}</span>
      </span>
      <span class="visually-hidden">account</span>
    </Menu>
  );
}
