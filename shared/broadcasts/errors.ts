// The errors of this product. Each is an export of its own, so that a bundle contains only those that its function uses.

export const estimate_not_found = {
  code: 'estimate_not_found',
  status: 404,
  title: 'Estimate not found',
  detail:
    'The broadcast has no estimate, or its estimate has expired after 7 days. Request one with estimateBroadcast.',
} as const;
export const broadcast_sent_by_platform = {
  code: 'broadcast_sent_by_platform',
  status: 409,
  title: 'The platform sends the broadcast',
} as const;
export const broadcast_sent_externally = {
  code: 'broadcast_sent_externally',
  status: 409,
  title: 'Your messaging system sends the broadcast',
} as const;
export const broadcast_nothing_to_retry = {
  code: 'broadcast_nothing_to_retry',
  status: 409,
  title: 'The broadcast has no failed recipient',
} as const;
export const broadcast_budget_reached = {
  code: 'broadcast_budget_reached',
  status: 409,
  title: 'Budget of the broadcast reached',
} as const;
export const broadcast_not_editable = {
  code: 'broadcast_not_editable',
  status: 409,
  title: 'The broadcast can no longer be edited',
} as const;
export const approval_required = {
  code: 'approval_required',
  status: 409,
  title: 'The broadcast requires an approval',
} as const;
export const approval_outdated = {
  code: 'approval_outdated',
  status: 409,
  title: 'The broadcast was edited after its approval',
} as const;
export const approval_not_required = {
  code: 'approval_not_required',
  status: 409,
  title: 'The broadcast does not require an approval',
} as const;
export const audience_invalid = {
  code: 'audience_invalid',
  status: 422,
  title: 'The audience is not valid',
} as const;

declare module '#shared/platform/core/errors.ts' {
  interface DeclaredErrors {
    readonly broadcasts: typeof import('#shared/broadcasts/errors.ts');
  }
}
