import type { PageEdit, DomainReference } from '#shared/biolinks/domain/page-edit.ts';
import type { PagePassword } from '#shared/biolinks/domain/page.ts';
import type { PageBody } from './page-body.ts';

/** Converts a body to an edit of a page; `password` is the hash of the new password. */
export function toPageEdit(
  body: PageBody,
  domain: DomainReference | undefined,
  password: PagePassword | undefined,
): PageEdit {
  const { seo, protection, utm, pixels } = body.settings ?? {};
  return {
    title: body.title,
    slug: body.slug,
    domain,
    handle: body.handle,
    tagline: body.tagline,
    theme: body.theme,
    hideBranding: body.hide_branding,
    avatarColor: body.avatar_color,
    appearance: { fontOverride: body.appearance?.font_override, accent: body.appearance?.accent },
    password: protection?.clear_password ? null : password,
    seo: seo ?? {},
    sensitive: protection?.sensitive,
    utm: utm ?? {},
    pixels: pixels && [...new Set(pixels)],
  };
}
