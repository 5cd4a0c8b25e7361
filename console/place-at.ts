import { isDecodable } from '#shared/workspaces/domain/console-url.ts';
import { SCREENS } from './routes.ts';
import type { Screen } from './screen.ts';

/** A screen with the values of its parameters. */
export type Place = {
  readonly screen: Screen;
  readonly params: Readonly<Record<string, string>>;
};

/** The screen that a path shows. A path that cannot be decoded shows none. */
export function placeAt(path: string): Place | undefined {
  if (!isDecodable(path)) return undefined;
  const parts = path.split('/');
  for (const screen of SCREENS) {
    const names = screen.path.split('/');
    const isShown =
      names.length === parts.length &&
      names.every((name, index) => (name.startsWith(':') ? parts[index] !== '' : name === parts[index]));
    if (isShown) return { screen, params: paramsOf(names, parts) };
  }
  return undefined;
}

/** The screens above a place, from the top, each with its URL: `/console/endpoints`, then `/console/endpoints/{endpoint}`. */
export function placesAbove({
  screen,
  params,
}: Place): readonly { readonly screen: Screen; readonly href: string }[] {
  const above = screenAbove(screen);
  if (!above) return [];
  const href = above.path.replaceAll(/:(\w+)/gu, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return [...placesAbove({ screen: above, params }), { screen: above, href }];
}

/** The screen above another one. Home is above none. */
function screenAbove({ path, parent }: Screen): Screen | undefined {
  if (parent !== undefined) return SCREENS.find((each) => each.path === parent);
  for (let end = path.lastIndexOf('/'); end > '/console'.length; end = path.lastIndexOf('/', end - 1)) {
    const above = SCREENS.find((each) => each.path === path.slice(0, end));
    if (above) return above;
  }
  return undefined;
}

function paramsOf(names: readonly string[], parts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name, index) =>
      name.startsWith(':') ? [[name.slice(1), decodeURIComponent(parts[index] ?? '')] as const] : [],
    ),
  );
}
