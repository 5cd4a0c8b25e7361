import type { html } from 'hono/html';

/** Escaped HTML as the template tag gives it; everything a page shows is made of it, never of joined text. */
export type Markup = ReturnType<typeof html>;

/** The text of a piece of HTML, to be sent or put into an address. */
export async function textOf(markup: Markup): Promise<string> {
  return String(await markup);
}
