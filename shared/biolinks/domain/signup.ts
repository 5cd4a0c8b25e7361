import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
/** Maximum length of the text that visitors agree to, in code points. A contact keeps several of these texts. */
export const CONSENT_TEXT_LIMIT = 300;

/** What a block of type `signup` has if its owner leaves a field out. */
export const SIGNUP_DEFAULTS = {
  button: 'Sign up',
  asksName: true,
  thanks: 'Thank you. You are signed up.',
} as const;

/** Maximum number of sign-ups in a window (docs/specification/biolinks.md#sign-ups). */
export const SIGNUP_LIMITS = {
  /** Of an IPv4 address or an IPv6 /64 on one page, in ten minutes. A school or a company can share one address. */
  clientOnPage: 20,
  /** Of an IPv6 /48 on one page, in ten minutes. */
  siteOnPage: 60,
  /** Of all visitors on one page, in an hour. */
  page: 500,
  /** On all pages of a workspace, in a day of UTC. */
  workspace: 5000,
} as const;

/** Length of the windows of these limits in milliseconds. */
export const SIGNUP_WINDOWS = {
  visitor: 10 * MINUTE_MS,
  page: HOUR_MS,
  workspace: DAY_MS,
} as const;
