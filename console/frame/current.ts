import { placeAt, placesAbove } from '#console/place-at.ts';

/**
 * How a link to a screen is marked on the screen of a path: `page` if it leads to this screen, `true` if it leads to one above it.
 */
export function currentOn(path: string): (href: string) => 'page' | 'true' | undefined {
  const place = placeAt(path);
  const above = place ? placesAbove(place).map(({ href }) => href) : [];
  return (href) => {
    if (href === path) return 'page';
    return above.includes(href) ? 'true' : undefined;
  };
}
