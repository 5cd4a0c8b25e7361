// The errors of this product. Each is an export of its own, so that a bundle contains only those that its function uses.

export const page_not_found = {
  code: 'page_not_found',
  status: 404,
  title: 'Page not found',
  detail: 'The workspace has no page with this ID.',
} as const;
export const block_not_found = {
  code: 'block_not_found',
  status: 404,
  title: 'Block not found',
  detail: 'The page has no block with this ID.',
} as const;
export const domain_not_found = {
  code: 'domain_not_found',
  status: 404,
  title: 'Domain not found',
  detail: 'The workspace has no domain with this ID.',
} as const;
export const pixel_not_found = {
  code: 'pixel_not_found',
  status: 404,
  title: 'Pixel not found',
  detail: 'The workspace has no pixel with this ID.',
} as const;
export const block_limit_reached = {
  code: 'block_limit_reached',
  status: 409,
  title: 'The page has reached its block limit',
} as const;
export const page_too_large = {
  code: 'page_too_large',
  status: 409,
  title: 'The blocks of the page are too large together',
} as const;
export const slug_taken = { code: 'slug_taken', status: 409, title: 'The slug is already in use' } as const;
export const domain_taken = {
  code: 'domain_taken',
  status: 409,
  title: 'The host is already connected',
} as const;
export const domain_in_use = { code: 'domain_in_use', status: 409, title: 'The domain is in use' } as const;
export const domain_not_verified = {
  code: 'domain_not_verified',
  status: 409,
  title: 'The TXT record was not found',
} as const;
export const page_status_transition_invalid = {
  code: 'page_status_transition_invalid',
  status: 409,
  title: 'The page cannot change to this status',
} as const;
export const block_order_invalid = {
  code: 'block_order_invalid',
  status: 422,
  title: 'The order does not match the blocks of the page',
} as const;
export const slug_reserved = { code: 'slug_reserved', status: 422, title: 'The slug is reserved' } as const;
export const domain_not_connected = {
  code: 'domain_not_connected',
  status: 422,
  title: 'The domain is not connected or not verified',
} as const;
export const theme_unknown = {
  code: 'theme_unknown',
  status: 422,
  title: 'The theme does not exist',
} as const;
export const font_unknown = { code: 'font_unknown', status: 422, title: 'The font does not exist' } as const;
export const title_required = {
  code: 'title_required',
  status: 422,
  title: 'An active page needs a title',
} as const;
export const password_conflict = {
  code: 'password_conflict',
  status: 422,
  title: 'The password is both set and removed',
} as const;

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly biolinks: typeof import('#shared/biolinks/errors.ts');
  }
}
