import { declareErrors } from '#shared/platform/core/error-kind.ts';

/** The errors of this product. */
export const biolinksErrors = declareErrors({
  page_not_found: { status: 404, title: 'Page not found', detail: 'The workspace has no page with this ID.' },
  block_not_found: { status: 404, title: 'Block not found', detail: 'The page has no block with this ID.' },
  domain_not_found: {
    status: 404,
    title: 'Domain not found',
    detail: 'The workspace has no domain with this ID.',
  },
  pixel_not_found: {
    status: 404,
    title: 'Pixel not found',
    detail: 'The workspace has no pixel with this ID.',
  },
  block_limit_reached: { status: 409, title: 'The page has reached its block limit' },
  page_too_large: { status: 409, title: 'The blocks of the page are too large together' },
  slug_taken: { status: 409, title: 'The slug is already in use' },
  domain_taken: { status: 409, title: 'The host is already connected' },
  domain_in_use: { status: 409, title: 'The domain is in use' },
  domain_not_verified: { status: 409, title: 'The TXT record was not found' },
  page_status_transition_invalid: { status: 409, title: 'The page cannot change to this status' },
  block_order_invalid: { status: 422, title: 'The order does not match the blocks of the page' },
  slug_reserved: { status: 422, title: 'The slug is reserved' },
  domain_not_connected: { status: 422, title: 'The domain is not connected or not verified' },
  theme_unknown: { status: 422, title: 'The theme does not exist' },
  font_unknown: { status: 422, title: 'The font does not exist' },
  title_required: { status: 422, title: 'An active page needs a title' },
  password_conflict: { status: 422, title: 'The password is both set and removed' },
});

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly biolinks: typeof biolinksErrors;
  }
}
