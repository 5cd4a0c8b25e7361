import { html } from 'hono/html';
import { type Block, isShown } from '#shared/biolinks/domain/block.ts';
import { isListable } from '#shared/biolinks/domain/listable.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { Pixel } from '#shared/biolinks/domain/pixel.ts';
import { publicUrl } from '#shared/biolinks/domain/public-url.ts';
import { toVideoEmbed } from '#shared/biolinks/domain/video-embed.ts';
import { readableOn } from '#shared/biolinks/themes/contrast.ts';
import type { Markup } from '#shared/platform/render/markup.ts';
import { avatarLetter } from './avatar-letter.ts';
import { blocksMarkup } from './block-markup.ts';
import { consentBanner } from './consent-banner.ts';
import { NO_EMBEDS, pageDocument, type PageDocument } from './document.ts';
import { ICONS, namedIcon } from './icon.ts';
import { linkRulesOf } from './outgoing-link.ts';
import { pageFooter } from './page-footer.ts';
import { pageHead, pageTitle } from './page-head.ts';
import type { SignupState } from './signup-form.ts';
import { structuredData } from './structured-data.ts';
import { themeCssFor } from './theme-css.ts';
import { NO_TRACKING, tracking } from './tracking.ts';

/** The tracking choice of a visitor; `signalled` if the browser opts out for all pages (DNT, Global Privacy Control). */
export type Consent = 'not-asked' | 'granted' | 'denied' | 'signalled';

/** The input of a page's document; `blocks` includes blocks that are hidden at `now`. */
export type PageView = {
  readonly page: Page;
  readonly blocks: readonly Block[];
  /** The existing pixels of the page. */
  readonly pixels: readonly Pixel[];
  readonly consent: Consent;
  /** Scheme and host of the default domain. */
  readonly origin: string;
  readonly now: Date;
  /** Makes the document a preview: the origins whose pages may show it in a frame. */
  readonly previewedBy?: readonly string[];
  /** The state of the sign-up form that the visitor has sent, if any. */
  readonly signup?: SignupState | undefined;
};

/** What a preview may do: open its links in new tabs. It runs no script, sends no form and reads no cookie. */
const PREVIEW_SANDBOX = ['allow-popups', 'allow-popups-to-escape-sandbox'];

/** The document of a page at `now` (docs/specification/biolinks.md#public-pages), or of its preview. */
export async function visiblePage(view: PageView): Promise<PageDocument> {
  const { page, pixels, consent, origin, now, previewedBy } = view;
  const isPreview = previewedBy !== undefined;
  const isListed = isListable(page) && !isPreview;
  const url = publicUrl(page, origin);
  const blocks = view.blocks.filter((block) => isShown(block, now));
  const tags = consent === 'granted' ? tracking(pixels) : NO_TRACKING;
  const players = (isPreview ? [] : blocks).flatMap(({ content }) => {
    const embed = content.type === 'video' ? toVideoEmbed(content.url) : undefined;
    return embed ? new URL(embed.src).origin : [];
  });
  const rules = linkRulesOf(page, origin, isPreview);
  const color = avatarColors(page);
  const hasChosen = consent === 'granted' || consent === 'denied';
  const asks = pixels.length > 0 && consent === 'not-asked';
  const body = html`${isPreview && previewBanner}<main>${profileHeader(page)}${blocks.length === 0 ? '' : blocksMarkup(blocks, rules, { slug: page.slug, signup: view.signup })}</main>
${pageFooter({ page, url, mayChangeConsent: pixels.length > 0 && hasChosen })}
${asks && consentBanner(page)}`;
  return pageDocument({
    title: pageTitle(page),
    theme: themeCssFor(page),
    icon: { letter: avatarLetter(page.title || page.slug), ...color },
    noindex: !isListed,
    // Structured data only for pages that search engines may list.
    head: html`${isPreview && html`<base target="_blank" />`}${pageHead(page, url)}${isListed && structuredData(page, blocks, url)}${tags.markup}`,
    body,
    embeds: {
      ...NO_EMBEDS,
      inlineScripts: tags.inline,
      scriptHosts: tags.script,
      connectHosts: tags.connect,
      frameHosts: [...players, ...tags.frame],
      playerHosts: players,
    },
    ...(isPreview ? { framing: { ancestors: previewedBy, sandbox: PREVIEW_SANDBOX } } : {}),
    isHttps: origin.startsWith('https:'),
  });
}

const previewBanner = html`<p class="preview" role="note">This is a preview. Visitors do not see changes before they are saved. The URL of this preview works for ten minutes.</p>`;

function profileHeader({ title, slug, handle, tagline, verified }: Page): Markup {
  const tick = verified ? namedIcon(ICONS.tick, 'Verified') : '';
  const named = handle !== '' || verified;
  return html`<header class="profile">
<div class="avatar" aria-hidden="true">${avatarLetter(title || slug)}</div>
<h1 dir="auto">${title || slug}</h1>
${named && html`<p class="handle"><span class="name"><bdi>${handle}</bdi>${tick}</span></p>`}
${tagline && html`<p class="tagline" dir="auto">${tagline}</p>`}
</header>`;
}

function avatarColors({ avatarColor }: Page) {
  return { color: avatarColor, text: readableOn(avatarColor) };
}
