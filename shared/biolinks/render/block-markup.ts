import { html } from 'hono/html';
import type { Block, BlockContent } from '#shared/biolinks/domain/block.ts';
import { type VideoEmbed, toVideoEmbed } from '#shared/biolinks/domain/video-embed.ts';
import { copiedNumber } from '#shared/platform/core/text.ts';
import type { Markup } from '#shared/platform/render/markup.ts';
import { accessibleText } from './accessible-text.ts';
import { linkAddress, type Profile, profilesOf } from './counted-link.ts';
import { decorativeIcon, ICONS } from './icon.ts';
import { NETWORK_ICONS } from './network-icons.ts';
import { type LinkRules, outgoingLink, pictureSource } from './outgoing-link.ts';
import { signupMarkup, type SignupState } from './signup-form.ts';

/** `rel` of every link that a page owner added: search engines must not treat it as a recommendation. */
const REL = 'noopener nofollow ugc';

const PLAYER_NAMES: Readonly<Record<VideoEmbed['provider'], string>> = { youtube: 'YouTube', vimeo: 'Vimeo' };

/** The forms of a page: its slug, and the state of the form that the visitor has sent. */
export type Forms = { readonly slug: string; readonly signup: SignupState | undefined };

/** The blocks of a page in order; consecutive links form one list, for accessibility. */
export function blocksMarkup(blocks: readonly Block[], rules: LinkRules, forms: Forms): Markup {
  const parts: Markup[] = [];
  let run: Markup[] = [];
  const closeRun = () => {
    if (run.length > 0) parts.push(html`<ul class="links" role="list">${run}</ul>`);
    run = [];
  };
  for (const block of blocks) {
    const own = buttonMarkup(block, rules);
    if (own) run.push(html`<li>${own}</li>`);
    else {
      closeRun();
      parts.push(formMarkup(block, rules, forms) ?? otherMarkup(block, rules, parts.length));
    }
  }
  closeRun();
  return html`<nav class="stack" aria-label="Links">${parts}</nav>`;
}

/** A block that is a single button, if its URL is allowed. */
function buttonMarkup({ id, content }: Block, rules: LinkRules): Markup | undefined {
  const addressOf = (url: string) => linkAddress(url, id, rules);
  switch (content.type) {
    case 'link':
      return button(addressOf(content.url), content.title, content.icon && NETWORK_ICONS[content.icon].path);
    case 'email':
      return button(addressOf(mailAddress(content.email)), content.title, ICONS.email);
    case 'phone':
      return button(addressOf(phoneAddress(content.phone)), content.title, ICONS.phone);
    case 'video':
      return toVideoEmbed(content.url)
        ? undefined
        : button(addressOf(content.url), 'Watch the video', ICONS.play);
    default:
      return undefined;
  }
}

function formMarkup(
  { id, content }: Block,
  { isPreview }: LinkRules,
  { slug, signup }: Forms,
): Markup | undefined {
  if (content.type !== 'signup') return undefined;
  const state = signup?.block === id ? signup : undefined;
  return signupMarkup({ block: id, content, slug, state, isPreview });
}

function button(href: string | undefined, title: string, icon: string | null): Markup {
  const label = html`${icon === null ? '' : decorativeIcon(icon)}<span dir="auto">${accessibleText(title)}</span>`;
  // Without an allowed URL, show the owner's text without a link.
  if (href === undefined) return html`<span class="button">${label}</span>`;
  return html`<a class="button" href="${href}" rel="${REL}">${label}</a>`;
}

function otherMarkup({ id, content }: Block, rules: LinkRules, position: number): Markup {
  switch (content.type) {
    case 'header':
      return html`<h2 dir="auto">${content.title}</h2>`;
    case 'text':
      return html`<p class="text" dir="auto">${content.text}</p>`;
    case 'image':
      return imageMarkup(id, content, rules);
    case 'social':
      return html`<ul class="social" role="list">${profilesOf(content).map((each) => profileLink(id, each, rules))}</ul>`;
    case 'video':
      return videoMarkup(toVideoEmbed(content.url), position + 1, rules);
    case 'divider':
      return html`<hr />`;
    default:
      return html``;
  }
}

/** The box has its size before the picture loads, so that the layout does not shift. */
function imageMarkup(
  block: string,
  { mediaUrl, alt, url }: BlockContent & { type: 'image' },
  rules: LinkRules,
): Markup {
  const src = pictureSource(mediaUrl);
  if (src === undefined) return html`<p class="text" dir="auto">${alt}</p>`;
  const image = html`<img src="${src}" alt="${alt}" width="640" height="360" loading="lazy" decoding="async" />`;
  const href = url === null ? undefined : linkAddress(url, block, rules);
  if (href === undefined) return html`<div class="picture">${image}</div>`;
  // A link needs an accessible name; a picture without alternative text provides none.
  const label = alt.trim() === '' ? html` aria-label="${URL.parse(url ?? '')?.hostname ?? 'Picture'}"` : '';
  return html`<a class="picture" href="${href}" rel="${REL}"${label}>${image}</a>`;
}

/**
 * The link to a profile that verifies the page has `rel="me"` and leads directly to the profile. A Mastodon server compares its own URL
 * exactly, so that link gets no campaign parameters.
 */
function profileLink(block: string, { name, network, url, verifies }: Profile, rules: LinkRules): Markup {
  const { name: label, path } = NETWORK_ICONS[network];
  const plain = { ...rules, utm: { source: '', medium: '', campaign: '' } };
  const href = verifies
    ? outgoingLink(url, network === 'mastodon' ? plain : rules)
    : linkAddress(url, `${block}/${name}`, rules);
  if (href === undefined) return html``;
  const rel = verifies ? `me ${REL}` : REL;
  return html`<li><a href="${href}" rel="${rel}" aria-label="${label}">${decorativeIcon(path)}</a></li>`;
}

/**
 * A video player that loads when the visitor opens it. Before that, the browser sends no request to its host. In the sandbox of a
 * preview, no player runs.
 */
function videoMarkup(embed: VideoEmbed | undefined, position: number, { isPreview }: LinkRules): Markup {
  if (embed === undefined) return html``;
  const site = PLAYER_NAMES[embed.provider];
  const frame = html`<iframe src="${embed.src}" title="Video ${position} on ${site}" width="640" height="360" loading="lazy"
allow="fullscreen; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin"></iframe>`;
  const summary = html`<summary>${decorativeIcon(ICONS.play)}Watch on ${site}</summary>`;
  const content = isPreview
    ? html`<p class="text">The video plays on the published page.</p>`
    : html`<div class="video">${frame}</div>`;
  return html`<details>${summary}${content}</details>`;
}

function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email.toWellFormed()).replaceAll('%40', '@')}`;
}

/** The number without visual separators, as a `tel:` URL (RFC 3966). */
function phoneAddress(phone: string): string {
  return `tel:${copiedNumber(phone)
    .replaceAll(/[^\d+*#]/gu, '')
    .replaceAll('#', '%23')}`;
}
