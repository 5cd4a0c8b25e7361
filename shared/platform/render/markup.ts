import type { html } from 'hono/html';

/** Escaped HTML from the template tag. Pages are built only from it, never from concatenated strings. */
export type Markup = ReturnType<typeof html>;

/** Renders markup to a string. */
export async function textOf(markup: Markup): Promise<string> {
  return String(await markup);
}
