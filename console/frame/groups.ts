import { SCREENS } from '#console/routes.ts';
import { type Group, isOpenTo, type Screen } from '#console/screen.ts';
import type { Session } from '#console/session/session.ts';

/** A screen that the frame links to. */
export type Linked = Screen & { readonly icon: NonNullable<Screen['icon']> };

export type LinkedGroup = { readonly group: Group | undefined; readonly screens: readonly Linked[] };

/** The screens that the sidebar links to and that the key permits, by group. Home has no group. */
export function linkedGroups(session: Session): readonly LinkedGroup[] {
  const linked = SCREENS.filter((screen) => isLinked(screen)).filter((screen) => isOpenTo(session, screen));
  return [...Map.groupBy(linked, ({ group }) => group)].map(([group, screens]) => ({ group, screens }));
}

function isLinked(screen: Screen): screen is Linked {
  return screen.icon !== undefined;
}
