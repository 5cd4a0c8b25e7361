import { html } from 'hono/html';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { readableOn } from '#shared/biolinks/themes/contrast.ts';
import type { Markup } from '#shared/platform/render/markup.ts';
import { pageDocument, type PageDocument } from './document.ts';
import { decorativeIcon, ICONS } from './icon.ts';
import { themeCssFor } from './theme-css.ts';

/** A gated page and the origin of the default domain. A gate shows only the theme of the page, none of its content. */
type Gated = { readonly page: Page; readonly origin: string };

/**
 * The password gate; `problem` explains why the last attempt failed. The hidden user name lets password managers distinguish
 * the passwords of different pages.
 */
export function passwordGate(gated: Gated, problem?: string): Promise<PageDocument> {
  const isWrong = problem !== undefined;
  const errorAttributes = isWrong ? html` aria-invalid="true" aria-describedby="problem"` : '';
  return gate(
    gated,
    'Password required',
    html`${decorativeIcon(ICONS.lock)}
<h1>This page is protected</h1>
<p>Enter the password that you got from the page owner.</p>
<form method="post" action="/${gated.page.slug}/unlock">
<input name="username" value="${gated.page.slug}" autocomplete="username" hidden />
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="256"${errorAttributes} />
${isWrong && html`<p class="error" id="problem" role="alert">${problem}</p>`}
</div>
<button>Open page</button>
</form>`,
  );
}

/** The gate of a page with sensitive content; visitors decide whether to continue. */
export function sensitiveGate(gated: Gated): Promise<PageDocument> {
  return gate(
    gated,
    'Sensitive content',
    html`${decorativeIcon(ICONS.warning)}
<h1>Sensitive content</h1>
<p>The owner of this page marked its content as sensitive.
Continue only if you are of legal age and want to see it.</p>
<form method="post" action="/${gated.page.slug}/acknowledge">
<button>Continue</button>
</form>
<p><a class="quiet" href="about:blank">Leave</a></p>`,
  );
}

function gate({ page, origin }: Gated, title: string, card: Markup): Promise<PageDocument> {
  return pageDocument({
    title,
    theme: themeCssFor(page),
    icon: { letter: '', color: page.avatarColor, text: readableOn(page.avatarColor) },
    noindex: true,
    body: html`<main class="centre"><div class="card">${card}</div></main>`,
    isHttps: origin.startsWith('https:'),
  });
}
