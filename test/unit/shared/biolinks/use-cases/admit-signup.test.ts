import { describe, expect, it } from 'vitest';
import { SIGNUP_LIMITS } from '#shared/biolinks/domain/signup.ts';
import { admitSignup } from '#shared/biolinks/use-cases/admit-signup.ts';
import { createMemoryUnlockAttempts } from '#test/support/fakes/biolinks/memory-unlock-stores.ts';

const NOON = new Date('2026-06-01T12:00:00.000Z');
const hoursAfterNoon = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);

function signups() {
  const attempts = createMemoryUnlockAttempts();
  let visitors = 0;
  return {
    from: (page: string, network: string, at = NOON) =>
      admitSignup(attempts, { id: page, workspaceId: 'w' }, { client: network, site: network }, at),
    /** Sign-ups of visitors who each sign up once. */
    async many(count: number, page: string, at = NOON) {
      for (let n = 0; n < count; n += 1) {
        visitors += 1;
        const network = `visitor ${visitors}`;
        await admitSignup(attempts, { id: page, workspaceId: 'w' }, { client: network, site: network }, at);
      }
    },
  };
}

describe('admitSignup', () => {
  it('limits a workspace to 5,000 on all pages until the day of UTC ends', async () => {
    const { from, many } = signups();
    for (let page = 0; page < SIGNUP_LIMITS.workspace / SIGNUP_LIMITS.page; page += 1)
      await many(SIGNUP_LIMITS.page, `page ${page}`);
    const until = new Date('2026-06-02T00:00:00.000Z');

    expect(await from('another page', 'a')).toEqual({ admitted: false, limit: 'workspace', until });
    expect(await from('another page', 'a', hoursAfterNoon(11))).toMatchObject({ limit: 'workspace' });
    expect(await from('another page', 'a', hoursAfterNoon(12))).toEqual({ admitted: true });
  });

  it('does not count the rejected sign-ups of one visitor for the page', async () => {
    const { from, many } = signups();
    await many(SIGNUP_LIMITS.page - SIGNUP_LIMITS.clientOnPage - 1, 'page');
    for (let n = 0; n < 3 * SIGNUP_LIMITS.clientOnPage; n += 1) await from('page', 'eager');

    expect(await from('page', 'eager')).toMatchObject({ admitted: false, limit: 'visitor' });
    expect(await from('page', 'another')).toEqual({ admitted: true });
    expect(await from('page', 'late')).toEqual({
      admitted: false,
      limit: 'page',
      until: hoursAfterNoon(1),
    });
  });
});
