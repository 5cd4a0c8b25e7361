import { declareErrors } from '#shared/platform/core/error-kind.ts';

/** The errors of this product. */
export const broadcastsErrors = declareErrors({
  estimate_not_found: {
    status: 404,
    title: 'Estimate not found',
    detail:
      'The broadcast has no estimate, or its estimate has expired after 7 days. Request one with estimateBroadcast.',
  },
  broadcast_sent_by_platform: { status: 409, title: 'The platform sends the broadcast' },
  broadcast_sent_externally: { status: 409, title: 'Your messaging system sends the broadcast' },
  broadcast_nothing_to_retry: { status: 409, title: 'The broadcast has no failed recipient' },
  broadcast_budget_reached: { status: 409, title: 'Budget of the broadcast reached' },
  broadcast_not_editable: { status: 409, title: 'The broadcast can no longer be edited' },
  approval_required: { status: 409, title: 'The broadcast requires an approval' },
  approval_outdated: { status: 409, title: 'The broadcast was edited after its approval' },
  approval_not_required: { status: 409, title: 'The broadcast does not require an approval' },
  audience_invalid: { status: 422, title: 'The audience is not valid' },
});

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly broadcasts: typeof broadcastsErrors;
  }
}
