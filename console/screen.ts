import type { IconNode } from 'lucide';
import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import { NotLoaded } from './screens/not-loaded.tsx';
import { may, mayAll, type Permission } from './session/may.ts';
import type { Session } from './session/session.ts';

/** The products, and what belongs to the whole workspace. */
export type Group = 'Webhooks' | 'Publishing' | 'Pages' | 'Messaging' | 'Workspace';

/** A screen of the console. */
export type Screen = {
  /** The names of its parameters begin with a colon. */
  readonly path: string;
  /** The first part of the title of the tab, and the text of the links to it in the frame. */
  readonly name: string;
  readonly group?: Group;
  /** The picture of the link in the sidebar, for screens that have one. */
  readonly icon?: IconNode;
  /** The path of the screen above it. Otherwise the path itself names that screen. */
  readonly parent?: string;
  /** The screen and its link are for keys with one of these permissions; for all keys if there are none. */
  readonly needs: readonly Permission[];
  /** Whether the key needs all of them. */
  readonly needsAll?: boolean;
  readonly component: ComponentType & { readonly preload?: () => Promise<unknown> };
};

/** A screen whose code is in a file of its own. */
export type LoadedScreen = Omit<Screen, 'component' | 'group'> & {
  readonly load: () => Promise<ComponentType>;
};

/** Whether the key of the session may open a screen. */
export function isOpenTo(session: Session, { needs, needsAll = false }: Screen): boolean {
  return needs.length === 0 || (needsAll ? mayAll : may)(session, ...needs);
}

/** A screen whose code is loaded when it is opened. */
export function later(load: () => Promise<ComponentType>): Screen['component'] {
  return lazy(async () => {
    try {
      return await load();
    } catch {
      return NotLoaded;
    }
  });
}
