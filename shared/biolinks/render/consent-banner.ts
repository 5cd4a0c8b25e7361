import { html } from 'hono/html';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { Markup } from './markup.ts';

/** Asks before anything is loaded that counts visitors. A form and a cookie: it works without script. */
export function consentBanner({ slug }: Pick<Page, 'slug'>): Markup {
  return html`<section class="consent" aria-labelledby="consent">
<form method="post" action="/${slug}/consent">
<p id="consent">The owner of this page would like to count visits with trackers of other companies.
No tracker is loaded unless you agree.</p>
<button name="choice" value="refuse">Refuse</button>
<button name="choice" value="accept">Agree</button>
</form>
</section>`;
}
