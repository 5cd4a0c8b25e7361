import { isVisible } from '#shared/platform/core/text.ts';
import type { PageEdit } from './page-edit.ts';

/**
 * The part of an edit that can be written without reading the page first: each field is set independently of stored values
 * and affects no other item.
 */
export type DirectPageEdit = Pick<
  PageEdit,
  'title' | 'handle' | 'tagline' | 'theme' | 'hideBranding' | 'avatarColor' | 'appearance' | 'utm'
> & { readonly seo?: Omit<NonNullable<PageEdit['seo']>, 'noindex'> };

/**
 * Returns the edit if it can be written without reading the page first, otherwise undefined.
 * The page must be read if the edit changes the slug or domain (uniqueness items), may add the page to the sitemap or remove
 * it (password, `sensitive`, `noindex`), references pixels (they must exist, unless the page already has them), removes the
 * title (an active page needs one, docs/specification/biolinks.md#page-title), or is empty.
 */
export function toDirectEdit(edit: PageEdit): DirectPageEdit | undefined {
  const { slug, domain, status, password, sensitive, pixels, seo = {}, ...rest } = edit;
  const { noindex, ...texts } = seo;
  const others = [slug, domain, status, password, sensitive, pixels, noindex];
  if (others.some((value) => value !== undefined) || (rest.title !== undefined && !isVisible(rest.title)))
    return undefined;
  const direct = { ...rest, seo: texts };
  return isEmpty(direct) ? undefined : direct;
}

function isEmpty({ appearance = {}, seo = {}, utm = {}, ...own }: DirectPageEdit): boolean {
  const values = [own, appearance, seo, utm].flatMap((part) => Object.values<unknown>(part));
  return values.every((value) => value === undefined);
}
