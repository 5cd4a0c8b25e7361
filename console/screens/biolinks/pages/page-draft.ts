import type { components } from '#clients/typescript/schema.d.ts';
import { type ComparedField, plain, yesOrNo } from '#console/parts/compared-field.ts';
import { difference } from '#console/parts/difference.ts';
import type { Page, RevisedPage } from './page-reads.ts';

export type PageChanges = components['schemas']['UpdatePageBody'];

/** What a person enters about a page. Empty texts are values that are not set. */
export type PageDraft = {
  readonly title: string;
  readonly handle: string;
  readonly tagline: string;
  readonly slug: string;
  readonly domain: string;
  readonly theme: string;
  readonly font: string;
  readonly accent: string;
  readonly avatarColor: string;
  readonly hideBranding: boolean;
  readonly seoTitle: string;
  readonly seoDescription: string;
  readonly seoImage: string;
  readonly noindex: boolean;
  /** A new password; empty keeps the current one. */
  readonly password: string;
  readonly clearPassword: boolean;
  readonly sensitive: boolean;
  readonly utmSource: string;
  readonly utmMedium: string;
  readonly utmCampaign: string;
  readonly pixels: readonly string[];
};

/** The fields that the form of a page shows, as pointers of the API. */
export const PAGE_FIELDS = [
  '#/title',
  '#/handle',
  '#/tagline',
  '#/slug',
  '#/domain',
  '#/theme',
  '#/appearance/font_override',
  '#/appearance/accent',
  '#/avatar_color',
  '#/settings/seo/title',
  '#/settings/seo/description',
  '#/settings/seo/image',
  '#/settings/protection/password',
  '#/settings/utm/source',
  '#/settings/utm/medium',
  '#/settings/utm/campaign',
  '#/settings/pixels',
];

export function draftOf({ page }: Pick<RevisedPage, 'page'>): PageDraft {
  const { appearance, settings } = page;
  return {
    title: page.title,
    handle: page.handle,
    tagline: page.tagline,
    slug: page.slug,
    domain: page.domain,
    theme: page.theme,
    font: appearance.font_override ?? '',
    accent: appearance.accent ?? '',
    avatarColor: page.avatar_color,
    hideBranding: page.hide_branding,
    seoTitle: settings.seo.title,
    seoDescription: settings.seo.description,
    seoImage: settings.seo.image,
    noindex: settings.seo.noindex,
    password: '',
    clearPassword: false,
    sensitive: settings.protection.sensitive,
    utmSource: settings.utm.source,
    utmMedium: settings.utm.medium,
    utmCampaign: settings.utm.campaign,
    pixels: settings.pixels,
  };
}

/** The request that edits a page: what differs. */
export function changesOf(from: PageDraft, to: PageDraft): PageChanges {
  return difference(requestOf(from), requestOf(to));
}

function requestOf(draft: PageDraft): PageChanges {
  const { seoTitle, seoDescription, seoImage, noindex, password, clearPassword, sensitive } = draft;
  return {
    title: draft.title,
    handle: draft.handle,
    tagline: draft.tagline,
    slug: draft.slug,
    domain: draft.domain,
    theme: draft.theme,
    avatar_color: draft.avatarColor,
    hide_branding: draft.hideBranding,
    appearance: { font_override: draft.font || null, accent: draft.accent || null },
    settings: {
      seo: { title: seoTitle, description: seoDescription, image: seoImage, noindex },
      protection: {
        ...(password === '' ? {} : { password }),
        ...(clearPassword ? { clear_password: true } : {}),
        sensitive,
      },
      utm: { source: draft.utmSource, medium: draft.utmMedium, campaign: draft.utmCampaign },
      pixels: [...draft.pixels],
    },
  };
}

/** The same edit for a preview, which gets no password. */
export function previewOf(changes: PageChanges): PageChanges {
  if (changes.settings?.protection === undefined) return changes;
  const { protection: _, ...settings } = changes.settings;
  return { ...changes, settings };
}

/** The fields that a conflict compares. */
export function comparedFields(nameOf: {
  readonly domain: (id: string) => string;
  readonly pixel: (id: string) => string;
}): readonly ComparedField<PageDraft>[] {
  return [
    plain('title', 'Title'),
    plain('handle', 'Handle'),
    plain('tagline', 'Tagline'),
    plain('slug', 'Slug'),
    { name: 'domain', label: 'Domain', textOf: ({ domain }) => nameOf.domain(domain) },
    plain('theme', 'Theme'),
    plain('font', 'Font'),
    plain('accent', 'Colour of buttons'),
    plain('avatarColor', 'Colour of the avatar'),
    yesOrNo('hideBranding', 'Hide the name of the platform in the footer'),
    plain('seoTitle', 'Title in search results'),
    plain('seoDescription', 'Description in search results'),
    plain('seoImage', 'Picture of link previews'),
    yesOrNo('noindex', 'Ask search engines not to list the page'),
    // A password is never shown.
    { name: 'password', label: 'New password', textOf: ({ password }) => (password === '' ? '' : 'set') },
    yesOrNo('clearPassword', 'Remove the password'),
    yesOrNo('sensitive', 'Visitors must confirm that they want to see sensitive content'),
    plain('utmSource', 'utm_source'),
    plain('utmMedium', 'utm_medium'),
    plain('utmCampaign', 'utm_campaign'),
    { name: 'pixels', label: 'Pixels', textOf: ({ pixels }) => pixels.map(nameOf.pixel).join(', ') },
  ];
}

/** Where visitors of a page with these values find it. */
export function addressOf(
  page: Page,
  { slug, domain }: PageDraft,
  hostOf: (domain: string) => string,
): string {
  if (domain === page.domain) return page.public_url.replace(/[^/]*$/u, slug);
  return `https://${hostOf(domain)}/${slug}`;
}
