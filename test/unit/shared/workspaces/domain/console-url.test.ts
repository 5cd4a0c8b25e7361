import { describe, expect, it } from 'vitest';
import { isConsolePath } from '#shared/workspaces/domain/console-url.ts';

describe('a path of the console', () => {
  it.each(['/endpoints', '/events/a%20b', '/events/%C3%A9', '/events?event=100%'])('can be %s', (path) => {
    expect(isConsolePath(path)).toBe(true);
  });

  it.each(['/endpoints/%', '/events/100%', '/endpoints/%E0%A4%A', '/events/%FF?since=x'])(
    'cannot be %s, which has no text',
    (path) => {
      expect(isConsolePath(path)).toBe(false);
    },
  );
});
