import { html } from 'hono/html';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { readableOn } from '#shared/biolinks/themes/contrast.ts';
import { pageDocument, type PageDocument } from './document.ts';
import { glyph, ICONS } from './icon.ts';
import type { Markup } from './markup.ts';
import { themeCssFor } from './theme-css.ts';

/** The page behind a gate, and the address of the default domain. Of the page itself a gate shows the look alone. */
type Gated = { readonly page: Page; readonly origin: string };

/**
 * Asks for the page's password; `problem` says why the last one did not do. The hidden name lets password managers tell
 * one page's password from another's.
 */
export function passwordGate(gated: Gated, problem?: string): Promise<PageDocument> {
  const isWrong = problem !== undefined;
  const wiring = isWrong ? html` aria-invalid="true" aria-describedby="problem"` : '';
  return gate(
    gated,
    'Password needed',
    html`${glyph(ICONS.lock)}
<h1>This page is protected</h1>
<p>Enter the password that its owner gave you.</p>
<form method="post" action="/${gated.page.slug}/unlock">
<input name="username" value="${gated.page.slug}" autocomplete="username" hidden />
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="256"${wiring} />
${isWrong && html`<p class="error" id="problem" role="alert">${problem}</p>`}
</div>
<button>Open the page</button>
</form>`,
  );
}

/** Tells that the page is not for everyone; visitors say themselves whether they go on. */
export function sensitiveGate(gated: Gated): Promise<PageDocument> {
  return gate(
    gated,
    'Sensitive content',
    html`${glyph(ICONS.warning)}
<h1>Sensitive content</h1>
<p>The owner of this page says that what it shows is not for everyone.
Go on only if you are of age and want to see it.</p>
<form method="post" action="/${gated.page.slug}/acknowledge">
<button>Continue</button>
</form>
<p><a class="quiet" href="about:blank">Leave</a></p>`,
  );
}

function gate({ page, origin }: Gated, title: string, card: Markup): Promise<PageDocument> {
  return pageDocument({
    title,
    look: themeCssFor(page),
    icon: { letter: '', color: page.avatarColor, text: readableOn(page.avatarColor) },
    noindex: true,
    body: html`<main class="centre"><div class="card">${card}</div></main>`,
    isHttps: origin.startsWith('https:'),
  });
}
