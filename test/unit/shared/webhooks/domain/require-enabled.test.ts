import { describe, expect, it } from 'vitest';
import { requireEnabled } from '#shared/webhooks/domain/require-enabled.ts';
import { anEndpoint } from '#test/support/builders/platform/builders.ts';

const REASON = 'responsible_admin_inactive';

describe('requireEnabled', () => {
  it('lets an enabled endpoint pass', () => {
    expect(() => requireEnabled(anEndpoint({ enabled: true }))).not.toThrow();
  });

  it.each([
    [{ enabled: false }, 'endpoint_paused'],
    [{ enabled: true, suspendedReason: REASON }, 'endpoint_suspended'],
    [{ enabled: false, suspendedReason: REASON }, 'endpoint_suspended'],
  ])('refuses %j as %s: suspended speaks before paused (R3)', (state, code) => {
    expect(() => requireEnabled(anEndpoint(state))).toThrow(expect.objectContaining({ code }));
  });
});
