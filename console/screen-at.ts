import { isDecodable } from '#shared/workspaces/domain/console-url.ts';
import { SCREENS } from './routes.ts';
import type { Screen } from './screen.ts';

/** The screen that a path shows. A path that cannot be decoded shows none. */
export function screenAt(path: string): Screen | undefined {
  if (!isDecodable(path)) return undefined;
  const parts = path.split('/');
  return SCREENS.find((screen) => {
    const names = screen.path.split('/');
    return (
      names.length === parts.length &&
      names.every((name, index) => name.startsWith(':') || name === parts[index])
    );
  });
}
