import { DEFAULT_DOMAIN_ID, type Page, type PageSettings } from './page.ts';

/** The domain of a page: a verified domain of the workspace, or the default domain. */
export type DomainReference = Pick<Page, 'domainId' | 'customHost'>;

/** The default domain (docs/specification/biolinks.md#default-domain). */
export const DEFAULT_DOMAIN: DomainReference = { domainId: DEFAULT_DOMAIN_ID, customHost: null };

type Partially<T> = { readonly [K in keyof T]?: T[K] | undefined };

/**
 * Fields to change. An omitted or undefined field keeps its value, at every level
 * (docs/specification/biolinks.md#merging-nested-fields). References were checked.
 */
export type PageEdit = Partially<
  Pick<
    Page,
    'title' | 'slug' | 'handle' | 'tagline' | 'theme' | 'hideBranding' | 'avatarColor' | 'password' | 'status'
  > &
    Pick<PageSettings, 'sensitive' | 'pixels'>
> & {
  readonly domain?: DomainReference | undefined;
  readonly appearance?: Partially<Page['appearance']>;
  readonly seo?: Partially<PageSettings['seo']>;
  readonly utm?: Partially<PageSettings['utm']>;
};

/** Defaults of a new page; the caller adds identity and slug. */
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

/** A new page: a draft with defaults for omitted fields. */
export function newPage(
  identity: Pick<Page, 'id' | 'workspaceId' | 'slug' | 'theme'>,
  edit: PageEdit,
  now: Date,
): Page {
  const blank: Page = {
    ...BLANK,
    ...DEFAULT_DOMAIN,
    ...identity,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  return merge(blank, edit);
}

/**
 * The page after an edit, or undefined if nothing changes; then the revision and `updated_at` stay. Setting a password always
 * counts as a change, because only its hash is stored.
 */
export function editPage(before: Page, edit: PageEdit, now: Date): Page | undefined {
  const after = merge(before, edit);
  // Both have their fields in the order of `before`, so equal JSON means equal pages.
  if (JSON.stringify(after) === JSON.stringify(before)) return undefined;
  return { ...after, revision: before.revision + 1, updatedAt: now };
}

function merge(before: Page, edit: PageEdit): Page {
  const { domain, appearance, seo, utm, sensitive, pixels, ...own } = edit;
  const { settings } = before;
  const locks = edit.password !== undefined && !(edit.password === null && before.password === null);
  return {
    ...over(over(before, own), domain ?? {}),
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
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}
