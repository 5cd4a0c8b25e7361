import type { Refusal } from './answers-seen.ts';

/** A body without members has one finding at most, and a query is looked at before it. */
const ONE_FINDING = 'has no two findings of different codes';
const STORED_URL = 'the URL was held to the same rule when it was stored';
const NO_URL = 'switching off looks at no URL';
const NO_MINIMUM = 'none of its texts has a least length';

/** Documented refusals that no test can reach, with the reason. `npm test` fails for one that is missing here, or is reached. */
export const NOT_REACHED: Readonly<Partial<Record<Refusal, string>>> = {
  'unschedule-post 422 validation_failed': ONE_FINDING,
  'restore-post 422 validation_failed': ONE_FINDING,
  'duplicate-post 422 validation_failed': ONE_FINDING,
  'enable-endpoint 422 validation_failed': ONE_FINDING,
  'pause-endpoint 422 validation_failed': ONE_FINDING,
  'take-over-endpoint 422 validation_failed': ONE_FINDING,
  'resend-delivery 422 validation_failed': ONE_FINDING,
  'unschedule-broadcast 422 validation_failed': ONE_FINDING,
  'send-broadcast 422 validation_failed': ONE_FINDING,
  'cancel-broadcast 422 validation_failed': ONE_FINDING,
  'approve-broadcast 422 validation_failed': ONE_FINDING,
  'complete-media 422 validation_failed': ONE_FINDING,
  'verify-domain 422 validation_failed': ONE_FINDING,
  'enable-endpoint 422 url_not_https': STORED_URL,
  'enable-endpoint 422 invalid_url': STORED_URL,
  'take-over-endpoint 422 url_not_https': STORED_URL,
  'take-over-endpoint 422 invalid_url': STORED_URL,
  'pause-endpoint 422 url_not_https': NO_URL,
  'pause-endpoint 422 invalid_url': NO_URL,
  'pause-endpoint 422 url_not_public': NO_URL,
  'pause-endpoint 403 admin_required': 'whoever answers for it, an endpoint can be switched off',
  'create-post 422 too_short': NO_MINIMUM,
  'update-post 422 too_short': NO_MINIMUM,
};
