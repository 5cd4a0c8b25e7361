/** States of a page (G71). `disabled`, the platform's own block, is a matter of its own. */
export const PAGE_STATUSES = ['draft', 'active', 'archived'] as const;

export type PageStatus = (typeof PAGE_STATUSES)[number];

/** A password as stored: salt, hash and cost in one text; the password itself is nowhere. */
export type PagePassword = { readonly scrypt: string };

export type PageSettings = {
  readonly seo: {
    readonly title: string;
    readonly description: string;
    readonly image: string;
    readonly noindex: boolean;
  };
  /** Visitors confirm first that they want to see it. */
  readonly sensitive: boolean;
  readonly utm: { readonly source: string; readonly medium: string; readonly campaign: string };
  /** Ids of the workspace's tracking pixels, at most 10. */
  readonly pixels: readonly string[];
};

/** A bio-link page (specification, Bio-link page). Its blocks are resources of their own. */
export type Page = {
  readonly id: string;
  readonly workspaceId: string;
  /** Lower case; unique on its domain (G62). */
  readonly slug: string;
  /** The platform's default domain has a fixed id of its own (C6). */
  readonly domainId: string;
  /** Host of a connected domain; null on the default domain, whose host is a matter of deployment. */
  readonly customHost: string | null;
  readonly title: string;
  readonly handle: string;
  readonly tagline: string;
  /** Id of a theme of the catalogue. */
  readonly theme: string;
  readonly status: PageStatus;
  readonly disabled: boolean;
  readonly verified: boolean;
  readonly hideBranding: boolean;
  /** `#rrggbb`. */
  readonly avatarColor: string;
  readonly appearance: { readonly fontOverride: string | null; readonly accent: string | null };
  readonly password: PagePassword | null;
  /** Counts changes of the password; a visitor's pass names the one it was given for. */
  readonly passwordVersion: number;
  readonly settings: PageSettings;
  /** Counts changes of the representation; the entity tag is made of it (G57). */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** The platform's own domain, which every workspace may use (C6). */
export const DEFAULT_DOMAIN_ID = '00000000-0000-7000-8000-000000000001';
