/** Statuses of a page. `disabled`, which the platform sets, is independent of the status. */
export const PAGE_STATUSES = ['draft', 'active', 'archived'] as const;

export type PageStatus = (typeof PAGE_STATUSES)[number];

/** A stored password: salt, hash and cost in one string. The password itself is never stored. */
export type PagePassword = { readonly scrypt: string };

export type PageSettings = {
  readonly seo: {
    readonly title: string;
    readonly description: string;
    readonly image: string;
    readonly noindex: boolean;
  };
  /** Visitors must confirm before they see the page. */
  readonly sensitive: boolean;
  readonly utm: { readonly source: string; readonly medium: string; readonly campaign: string };
  /** Ids of tracking pixels of the workspace, at most 10. */
  readonly pixels: readonly string[];
};

/** A bio-link page (docs/specification/biolinks.md#page-record). Its blocks are separate resources. */
export type Page = {
  readonly id: string;
  readonly workspaceId: string;
  /** Lower case; unique within its domain (docs/specification/biolinks.md#slugs). */
  readonly slug: string;
  /** The default domain has a fixed id. */
  readonly domainId: string;
  /** Host of a connected domain; null on the default domain, whose host depends on the deployment. */
  readonly customHost: string | null;
  readonly title: string;
  readonly handle: string;
  readonly tagline: string;
  /** Id of a theme in the catalogue. */
  readonly theme: string;
  readonly status: PageStatus;
  readonly disabled: boolean;
  readonly verified: boolean;
  readonly hideBranding: boolean;
  /** `#rrggbb`. */
  readonly avatarColor: string;
  readonly appearance: { readonly fontOverride: string | null; readonly accent: string | null };
  readonly password: PagePassword | null;
  /** Incremented when the password changes; a visitor's access token contains the version it was issued for. */
  readonly passwordVersion: number;
  readonly settings: PageSettings;
  /** Incremented by every change of the representation; the entity tag is built from it (docs/specification.md#revisions). */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Id of the default domain, which every workspace can use (docs/specification/biolinks.md#default-domain). */
export const DEFAULT_DOMAIN_ID = '00000000-0000-7000-8000-000000000001';
