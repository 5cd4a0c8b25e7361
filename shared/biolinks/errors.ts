import { conflict, invalid, missing } from '#shared/platform/core/error-kind.ts';

export const page_not_found = () => missing('page_not_found', 'page');
export const block_not_found = () =>
  missing('block_not_found', 'block', {
    detail: 'The page has no block with this ID.',
  });
export const domain_not_found = () => missing('domain_not_found', 'domain');
export const pixel_not_found = () => missing('pixel_not_found', 'pixel');
export const block_limit_reached = () =>
  conflict('block_limit_reached', 'The page has reached its block limit');
export const page_too_large = () =>
  conflict('page_too_large', 'The blocks of the page are too large together');
export const slug_taken = () => conflict('slug_taken', 'The slug is already in use');
export const domain_taken = () => conflict('domain_taken', 'The host is already connected');
export const domain_in_use = () => conflict('domain_in_use', 'The domain is in use');
export const domain_not_verified = () => conflict('domain_not_verified', 'The TXT record was not found');
export const page_status_transition_invalid = () =>
  conflict('page_status_transition_invalid', 'The page cannot change to this status');
export const block_order_invalid = () =>
  invalid('block_order_invalid', 'The order does not match the blocks of the page');
export const slug_reserved = () => invalid('slug_reserved', 'The slug is reserved');
export const domain_not_connected = () =>
  invalid('domain_not_connected', 'The domain is not connected or not verified');
export const theme_unknown = () => invalid('theme_unknown', 'The theme does not exist');
export const font_unknown = () => invalid('font_unknown', 'The font does not exist');
export const title_required = () => invalid('title_required', 'An active page needs a title');
export const password_conflict = () => invalid('password_conflict', 'The password is both set and removed');

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly biolinks: typeof import('#shared/biolinks/errors.ts');
  }
}
