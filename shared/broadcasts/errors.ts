import { conflict, invalid, missing } from '#shared/platform/core/error-kind.ts';

export const estimate_not_found = () =>
  missing('estimate_not_found', 'estimate', {
    detail:
      'The broadcast has no estimate, or its estimate has expired after 7 days. Request one with estimateBroadcast.',
  });
export const broadcast_sent_by_platform = () =>
  conflict('broadcast_sent_by_platform', 'The platform sends the broadcast');
export const broadcast_sent_externally = () =>
  conflict('broadcast_sent_externally', 'Your messaging system sends the broadcast');
export const broadcast_nothing_to_retry = () =>
  conflict('broadcast_nothing_to_retry', 'The broadcast has no failed recipient');
export const broadcast_budget_reached = () =>
  conflict('broadcast_budget_reached', 'Budget of the broadcast reached');
export const broadcast_not_editable = () =>
  conflict('broadcast_not_editable', 'The broadcast can no longer be edited');
export const approval_required = () => conflict('approval_required', 'The broadcast requires an approval');
export const approval_outdated = () =>
  conflict('approval_outdated', 'The broadcast was edited after its approval');
export const approval_not_required = () =>
  conflict('approval_not_required', 'The broadcast does not require an approval');
export const audience_invalid = () => invalid('audience_invalid', 'The audience is not valid');

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly broadcasts: typeof import('#shared/broadcasts/errors.ts');
  }
}
