import { describe, expect, it } from 'vitest';
import { requireEnabled } from '#shared/webhooks/domain/require-enabled.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';

const REASON = 'responsible_admin_inactive';

describe('requireEnabled', () => {
  it('accepts an enabled endpoint', () => {
    expect(() => requireEnabled(anEndpoint({ enabled: true }))).not.toThrow();
  });

  it.each([
    [{ enabled: false }, 'endpoint_paused'],
    [{ enabled: true, suspendedReason: REASON }, 'endpoint_suspended'],
    [{ enabled: false, suspendedReason: REASON }, 'endpoint_suspended'],
  ])('rejects %j as %s: suspended precedes paused', (state, code) => {
    expect(() => requireEnabled(anEndpoint(state))).toThrow(expect.objectContaining({ code }));
  });
});
