/**
 * The import rule of `shared/` and `functions/`, as two tables. A file has a product (its first folder) and a layer (its
 * second). An import is allowed if both tables allow it: a product imports itself and the products of its row, a layer
 * imports itself and the layers of its row.
 */

/** Products and the products they import besides themselves. */
export const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  events: ['platform'],
  // The media library, whose files posts and messages contain.
  files: ['platform'],
  webhooks: ['platform', 'events'],
  publishing: ['platform', 'events', 'files'],
  biolinks: ['platform', 'events'],
  // The platform sends broadcasts to contacts, from the numbers and through the senders of messages.
  broadcasts: ['platform', 'events', 'files', 'messaging'],
  messaging: ['platform', 'events', 'files'],
  agents: ['platform'],
  // API keys have permissions of every product.
  workspaces: ['platform', 'events', 'webhooks', 'publishing', 'biolinks', 'broadcasts', 'messaging'],
  // Personal data of every product is exported and erased.
  privacy: [
    'platform',
    'events',
    'files',
    'webhooks',
    'publishing',
    'biolinks',
    'broadcasts',
    'messaging',
    'workspaces',
  ],
  // The OpenAPI document and the page of errors contain every product.
  'api-docs': [
    'platform',
    'events',
    'files',
    'webhooks',
    'publishing',
    'biolinks',
    'broadcasts',
    'messaging',
    'agents',
    'workspaces',
    'privacy',
  ],
};

export type Layer = {
  readonly name: string;
  readonly files: readonly string[];
  /** Layers it imports besides itself. */
  readonly mayImport: readonly string[];
};

/** The first layer that matches a file of `shared/` is its layer. */
export const LAYERS: readonly Layer[] = [
  {
    name: 'domain',
    files: [
      'shared/*/{errors,metrics,permissions}.ts',
      'shared/*/{domain,ports,themes}/**',
      'shared/platform/core/**',
      'shared/platform/identity/*',
      'shared/events/{catalogue,recording,records,subscriptions}/**',
    ],
    mayImport: [],
  },
  { name: 'runtime', files: ['shared/*/runtime/**'], mayImport: ['domain'] },
  { name: 'capabilities', files: ['shared/*/capabilities.ts'], mayImport: ['runtime'] },
  { name: 'network', files: ['shared/platform/network/**'], mayImport: ['domain', 'runtime'] },
  { name: 'queues', files: ['shared/platform/queues/**'], mayImport: ['domain', 'runtime'] },
  {
    name: 'store',
    files: ['shared/*/store/**', 'shared/platform/*/store/**'],
    mayImport: ['domain', 'runtime'],
  },
  {
    name: 'adapters',
    files: ['shared/*/{adapters,networks,sending}/**'],
    mayImport: ['domain', 'runtime', 'network', 'queues'],
  },
  { name: 'render', files: ['shared/*/render/**'], mayImport: ['domain', 'runtime'] },
  { name: 'http', files: ['shared/*/http/**'], mayImport: ['domain', 'runtime', 'use-cases'] },
  {
    name: 'entry',
    files: ['shared/platform/entry/**'],
    mayImport: ['domain', 'runtime', 'queues', 'store', 'http'],
  },
  { name: 'use-cases', files: ['shared/*/use-cases/**'], mayImport: ['domain', 'runtime'] },
  { name: 'api-docs', files: ['shared/api-docs/**'], mayImport: ['domain', 'http'] },
];

/** Packages that the domain may import. Of temporal-polyfill, only the arithmetic on given times. */
export const DOMAIN_PACKAGES = [
  'package/valibot',
  'package/@valibot/to-json-schema',
  'package/temporal-polyfill/fns/PlainDateTime',
];

/** A single import that the tables forbid. Globs of the importing and the imported file. */
export type Exception = { readonly from: string; readonly to: string; readonly reason: string };

export const EXCEPTIONS: readonly Exception[] = [
  {
    from: 'functions/biolinks/submit-signup/*.ts',
    to: 'shared/messaging/{ports,store,use-cases}/{contact-store,dynamo-contact-store,record-signup}.ts',
    reason: 'the transaction of a sign-up on a page writes the contact, before the visitor gets the response',
  },
  {
    from: 'functions/messaging/record-receipt/index.ts',
    to: 'shared/broadcasts/{adapters,store,use-cases}/*.ts',
    reason: 'providers report the status of messages and of recipients of broadcasts on the same queue',
  },
  {
    from: 'functions/platform/project-changes/*.ts',
    to: 'shared/events/{ports,records,store}/**',
    reason: 'the consumer of all changes also brings the records of ingested events up to date',
  },
  {
    from: 'functions/platform/route-not-found/handler.ts',
    to: 'shared/biolinks/domain/slug.ts',
    reason: 'an unknown path with the form of a page address gets a page, not a problem document',
  },
  {
    from: 'shared/publishing/domain/texts/markdown-title.ts',
    to: 'package/marked',
    reason:
      'the title of an article and its preview follow the structure of Markdown, which a pure parser reads',
  },
];
