import type { PageEdit } from './page-edit.ts';

/**
 * The part of an edit whose effect is the same on any page: each field is set to a value of its own, no other item has to follow
 * and no rule compares it with what is stored.
 */
export type DirectPageEdit = Pick<
  PageEdit,
  'title' | 'handle' | 'tagline' | 'theme' | 'hideBranding' | 'avatarColor' | 'appearance' | 'utm'
> & { readonly seo?: Omit<NonNullable<PageEdit['seo']>, 'noindex'> };

/**
 * The edit, if it can be written to a page that nobody has read. It cannot where it moves the page (claims of slugs), may let it
 * enter or leave the sitemap (password, `sensitive`, `noindex`), names pixels (those the page holds may be gone) or takes the
 * title away (an active page needs one, G60); and an edit of nothing has nothing to write.
 */
export function asDirect(edit: PageEdit): DirectPageEdit | undefined {
  const { slug, place, status, password, sensitive, pixels, seo = {}, ...rest } = edit;
  const { noindex, ...texts } = seo;
  const others = [slug, place, status, password, sensitive, pixels, noindex];
  if (others.some((value) => value !== undefined) || rest.title === '') return undefined;
  const direct = { ...rest, seo: texts };
  return isEmpty(direct) ? undefined : direct;
}

function isEmpty({ appearance = {}, seo = {}, utm = {}, ...own }: DirectPageEdit): boolean {
  const values = [own, appearance, seo, utm].flatMap((part) => Object.values<unknown>(part));
  return values.every((value) => value === undefined);
}
