import { html } from 'hono/html';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { Markup } from '#shared/platform/render/markup.ts';

/** Asks for consent before any tracker is loaded. It uses a form and a cookie, so it works without JavaScript. */
export function consentBanner({ slug }: Pick<Page, 'slug'>): Markup {
  return html`<section class="consent" aria-labelledby="consent">
<form method="post" action="/${slug}/consent">
<p id="consent">The owner of this page would like to measure visits with third-party trackers.
No tracker is loaded unless you accept.</p>
<button name="choice" value="refuse">Decline</button>
<button name="choice" value="accept">Accept</button>
</form>
</section>`;
}
