import { House } from 'lucide';
import { MESSAGING } from './routes/messaging.ts';
import { PAGES } from './routes/pages.ts';
import { PUBLISHING } from './routes/publishing.ts';
import { WEBHOOKS } from './routes/webhooks.ts';
import { WORKSPACE } from './routes/workspace.ts';
import { type Group, later, type LoadedScreen, type Screen } from './screen.ts';

/** The screens of each group, in the order of the sidebar. Each is loaded when it is opened. */
const LOADED: readonly (readonly [Group | undefined, readonly LoadedScreen[]])[] = [
  [
    undefined,
    [
      {
        path: '/console',
        name: 'Home',
        icon: House,
        needs: [],
        load: async () => (await import('./screens/home/home.tsx')).Home,
      },
    ],
  ],
  ['Webhooks', WEBHOOKS],
  ['Publishing', PUBLISHING],
  ['Pages', PAGES],
  ['Messaging', MESSAGING],
  ['Workspace', WORKSPACE],
  [
    undefined,
    [
      {
        path: '/console/find',
        name: 'Find',
        needs: [],
        load: async () => (await import('./screens/find.tsx')).Find,
      },
    ],
  ],
];

/** All screens, in the order of the sidebar. */
export const SCREENS: readonly Screen[] = LOADED.flatMap(([group, screens]) =>
  screens.map(({ load, ...screen }) => ({
    ...screen,
    ...(group === undefined ? {} : { group }),
    component: later(load),
  })),
);

/** Loads all screens, so that none is missing when a release replaces the files while the console is open. */
export async function loadScreens(): Promise<void> {
  for (const { component } of SCREENS) await component.preload?.();
}
