import { BookOpenText, Compass, Keyboard, LogOut, Monitor, Moon, Plus, Sun } from 'lucide';
import { SCREENS } from '#console/routes.ts';
import { isOpenTo } from '#console/screen.ts';
import { mayAll, type Permission } from '#console/session/may.ts';
import type { Session } from '#console/session/session.ts';
import type { ThemeChoice } from '#console/theme/use-theme.ts';
import type { Entry } from './entry.ts';

/** Words that people use for a screen, beside its name. */
const WORDS: Readonly<Partial<Record<string, string>>> = {
  '/console': 'overview dashboard start attention',
  '/console/endpoints': 'webhooks receivers urls',
  '/console/events': 'log history',
  '/console/catalogue': 'event types samples schema',
  '/console/posts': 'calendar schedule plan approvals',
  '/console/posting-queue': 'slots times',
  '/console/accounts': 'social networks connect reconnect',
  '/console/pages': 'bio links',
  '/console/domains': 'hosts dns',
  '/console/pixels': 'tracking',
  '/console/conversations': 'inbox chat messages',
  '/console/contacts': 'people customers',
  '/console/broadcasts': 'campaigns newsletter',
  '/console/numbers': 'sms whatsapp templates connect',
  '/console/members': 'members people users',
  '/console/keys': 'tokens access',
  '/console/notifications': 'alerts targets',
  '/console/audit': 'changes who did what',
};

/** What begins on the screen of a list. */
const CONNECTIONS: readonly {
  readonly name: string;
  readonly href: string;
  readonly needs: readonly Permission[];
}[] = [
  {
    name: 'Connect a social account',
    href: '/console/accounts',
    needs: ['publishing:accounts:read', 'publishing:accounts:write'],
  },
  {
    name: 'Connect a phone number',
    href: '/console/numbers',
    needs: ['salesbot:numbers:read', 'salesbot:numbers:write'],
  },
];

/** What the palette can do besides opening a screen. */
export type Actions = {
  readonly themeChoice: ThemeChoice;
  readonly onHelp: () => void;
  readonly onSignOut: () => void;
};

/** The screens that the key permits, and the commands: those that open a form, and those of the frame. */
export function screenEntries(session: Session, actions: Actions): readonly Entry[] {
  const screens = SCREENS.filter((screen) => !screen.path.includes(':') && isOpenTo(session, screen)).map(
    ({ path, name, icon, group }): Entry => {
      const isForm = path.endsWith('/new');
      return {
        id: path,
        group: isForm ? 'Do' : 'Go to',
        icon: icon ?? (isForm ? Plus : Compass),
        name,
        words: `${group ?? ''} ${isForm ? 'create add' : ''} ${WORDS[path] ?? ''}`,
        ...(group === undefined ? {} : { hint: group }),
        href: path,
      };
    },
  );
  const connections = CONNECTIONS.filter(({ needs }) => mayAll(session, ...needs)).map(
    ({ name, href }): Entry => ({ id: name, group: 'Do', icon: Plus, name, words: 'add', href }),
  );
  return [...screens, ...connections, ...frameEntries(session, actions)];
}

function frameEntries({ me }: Session, { themeChoice, onHelp, onSignOut }: Actions): readonly Entry[] {
  const themes = [
    ['light', 'Light theme', Sun],
    ['dark', 'Dark theme', Moon],
    ['system', 'Theme of the system', Monitor],
  ] as const;
  return [
    ...themes
      .filter(([theme]) => theme !== themeChoice.theme)
      .map(([theme, name, icon]) => ({
        id: `theme ${theme}`,
        group: 'Do',
        icon,
        name,
        words: 'appearance colours mode',
        act: () => themeChoice.choose(theme),
      })),
    {
      id: 'shortcuts',
      group: 'Do',
      icon: Keyboard,
      name: 'Show the shortcuts',
      words: 'keys help',
      act: onHelp,
    },
    {
      id: 'reference',
      group: 'Do',
      icon: BookOpenText,
      name: 'Read the API reference',
      words: 'documents docs help',
      href: '/docs',
      isOutside: true,
    },
    {
      id: 'sign-out',
      group: 'Do',
      icon: LogOut,
      name: me.key.console ? 'Sign out' : 'Forget the key',
      words: 'log out leave',
      act: onSignOut,
    },
  ];
}
