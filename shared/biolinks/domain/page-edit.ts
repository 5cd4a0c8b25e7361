import { DEFAULT_DOMAIN_ID, type Page, type PageSettings } from './page.ts';

/** Where a page is to live; its domain was found to be the workspace's own and verified. */
export type PagePlace = Pick<Page, 'domainId' | 'customHost'>;

/** The platform's own domain (C6). */
export const DEFAULT_PLACE: PagePlace = { domainId: DEFAULT_DOMAIN_ID, customHost: null };

type Partially<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Fields to change; what is left out or undefined keeps its value, at every level (G58). References were checked. */
export type PageEdit = Partially<
  Pick<
    Page,
    'title' | 'slug' | 'handle' | 'tagline' | 'theme' | 'hideBranding' | 'avatarColor' | 'password' | 'status'
  > &
    Pick<PageSettings, 'sensitive' | 'pixels'>
> & {
  readonly place?: PagePlace | undefined;
  readonly appearance?: Partially<Page['appearance']>;
  readonly seo?: Partially<PageSettings['seo']>;
  readonly utm?: Partially<PageSettings['utm']>;
};

/** What a new page starts from; the caller adds identity and slug. */
const BLANK = {
  title: '',
  handle: '',
  tagline: '',
  status: 'draft',
  disabled: false,
  verified: false,
  hideBranding: false,
  avatarColor: '#4f46e5',
  appearance: { fontOverride: null, accent: null },
  password: null,
  passwordVersion: 0,
  settings: {
    seo: { title: '', description: '', image: '', noindex: false },
    sensitive: false,
    utm: { source: '', medium: '', campaign: '' },
    pixels: [],
  },
} as const satisfies Partial<Page>;

/** A page as created: a draft with defaults for whatever was not said. */
export function newPage(
  identity: Pick<Page, 'id' | 'workspaceId' | 'slug' | 'theme'>,
  edit: PageEdit,
  now: Date,
): Page {
  const blank: Page = {
    ...BLANK,
    ...DEFAULT_PLACE,
    ...identity,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  return merge(blank, edit);
}

/**
 * The page after an edit, or undefined if the edit changes nothing: then revision and `updated_at` stay (G57). Setting a
 * password is always a change, since nobody can tell whether it is the one that is set.
 */
export function editPage(before: Page, edit: PageEdit, now: Date): Page | undefined {
  const after = merge(before, edit);
  // Both have their members in the order of `before`, so equal texts are equal pages.
  if (JSON.stringify(after) === JSON.stringify(before)) return undefined;
  return { ...after, revision: before.revision + 1, updatedAt: now };
}

function merge(before: Page, edit: PageEdit): Page {
  const { place, appearance, seo, utm, sensitive, pixels, ...own } = edit;
  const { settings } = before;
  const locks = edit.password !== undefined && !(edit.password === null && before.password === null);
  return {
    ...over(over(before, own), place ?? {}),
    appearance: over(before.appearance, appearance ?? {}),
    settings: {
      ...over(settings, { sensitive, pixels }),
      seo: over(settings.seo, seo ?? {}),
      utm: over(settings.utm, utm ?? {}),
    },
    passwordVersion: before.passwordVersion + (locks ? 1 : 0),
  };
}

function over<T extends object>(before: T, changes: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const said = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(said) };
}
