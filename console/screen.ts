import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import { NotLoaded } from './screens/not-loaded.tsx';
import { may, mayAll, type Permission } from './session/may.ts';
import type { Session } from './session/session.ts';

/** A screen of the console. */
export type Screen = {
  readonly path: string;
  /** The title of the tab, and the text of the link in the navigation if it has one. */
  readonly name: string;
  readonly linked?: boolean;
  /** The screen and its link are for keys with one of these permissions; for all keys if there are none. */
  readonly needs: readonly Permission[];
  /** Whether the key needs all of them. */
  readonly needsAll?: boolean;
  readonly component: ComponentType & { readonly preload?: () => Promise<unknown> };
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
