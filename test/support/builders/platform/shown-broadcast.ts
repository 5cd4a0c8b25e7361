import type { components } from '#clients/typescript/schema.d.ts';

type Broadcast = components['schemas']['Broadcast'];

/** A draft of a broadcast as the API returns it. */
export function aShownBroadcast(overrides: Partial<Broadcast> = {}): Broadcast {
  return {
    revision: '1',
    id: '01980000-0000-7000-8000-0000000000bb',
    source: 'platform',
    name: 'Spring sale',
    sender: 'external',
    sending: null,
    progress: null,
    channel: 'all',
    message: { type: 'text', body: 'Everything is 20 % off.' },
    audience: null,
    requires_approval: false,
    state: 'draft',
    scheduled_at: null,
    blocked_reason: null,
    approval: null,
    changed_since_approval: false,
    approval_waived_by: null,
    recipients: 0,
    sent: 0,
    failed: 0,
    error: null,
    started_at: null,
    finished_at: null,
    created_at: '2026-06-01T12:00:00Z',
    updated_at: '2026-06-01T12:00:00Z',
    ...overrides,
  };
}
