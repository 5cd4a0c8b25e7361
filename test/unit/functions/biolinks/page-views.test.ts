import { describe, expect } from 'vitest';
import { BROWSERS } from '#test/support/builders/biolinks/browsers.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { aNewWorkspace } from '#test/support/builders/workspaces/workspace-builders.ts';
import { it, lockedWith, settings } from '#test/support/fixtures/biolinks/visitor-fixture.ts';

const AGENT = BROWSERS[0]?.agent ?? '';
const PERSON = { 'user-agent': AGENT };

describe('get-public-page, counting', () => {
  it('counts a view with its day, referrer, device and a hash of the visitor', async (fixture) => {
    const page = await fixture.publish();
    await fixture.visit('/ada', { headers: { ...PERSON, referer: 'https://www.instagram.com/ada' } });
    const { id: pageId, workspaceId } = page;

    expect(fixture.visits.sent).toEqual([
      {
        kind: 'view',
        workspaceId,
        pageId,
        day: '2026-06-01',
        at: fixture.clock().getTime(),
        from: {
          referrer: 'instagram.com',
          device: 'desktop',
          visitor: expect.stringMatching(/^[0-9a-f]{16}$/u),
        },
      },
    ]);
  });

  it('counts in the time zone of the workspace', async (fixture) => {
    const { workspace, members, keys } = aNewWorkspace();
    const far = { ...workspace, timezone: 'Pacific/Kiritimati' };
    await fixture.workspaces.create({ workspace: far, members, keys }, aContext().change);
    await fixture.publish({ workspaceId: far.id });
    await fixture.visit('/ada', { headers: PERSON });

    expect(fixture.visits.sent.map(({ day }) => day)).toEqual(['2026-06-02']);
  });

  it('counts a 304 like a 200', async (fixture) => {
    await fixture.publish();
    const { headers } = await fixture.visit('/ada', { headers: PERSON });
    const again = await fixture.visit('/ada', {
      headers: { ...PERSON, 'if-none-match': headers['ETag'] ?? '' },
    });

    expect(again.status).toBe(304);
    expect(fixture.visits.sent).toHaveLength(2);
  });

  it.each([{ dnt: '1' }, { 'sec-gpc': '1' }])(
    'counts a view with %j and nothing else of it',
    async (signal, fixture) => {
      await fixture.publish();
      await fixture.visit('/ada', { headers: { ...PERSON, ...signal, referer: 'https://a.example/' } });

      expect(fixture.visits.sent).toEqual([expect.objectContaining({ kind: 'view' })]);
      expect(fixture.visits.sent[0]).not.toHaveProperty('from');
      expect(await fixture.salts.deleteBefore('9999-01-01')).toBe(0);
    },
  );

  it('counts neither bots, nor preloading, nor HEAD, nor forms, nor errors', async (fixture) => {
    await fixture.publish();
    await fixture.visit('/ada', { headers: { 'user-agent': 'Googlebot/2.1' } });
    await fixture.visit('/ada', { headers: { ...PERSON, 'sec-purpose': 'prefetch' } });
    await fixture.visit('/ada', { method: 'HEAD', headers: PERSON });
    await fixture.visit('/ada/unlock', { headers: PERSON });
    await fixture.visit('/missing', { headers: PERSON });

    expect(fixture.visits.sent).toEqual([]);
  });

  it('counts no closed gate, only the page behind it', async (fixture) => {
    const page = await fixture.publish({ ...lockedWith('lovelace'), ...settings({ sensitive: true }) });
    await fixture.visit('/ada', { headers: PERSON });
    expect(fixture.visits.sent).toEqual([]);

    const origin = { origin: 'https://pages.example.com' };
    const { cookies } = await fixture.visit('/ada/unlock', {
      form: { password: 'lovelace' },
      headers: origin,
    });
    const passed = [...cookies.map((cookie) => cookie.split(';')[0] ?? ''), `__Secure-ack_${page.id}=yes`];
    await fixture.visit('/ada', { headers: PERSON, cookies: passed });
    expect(fixture.visits.sent).toHaveLength(1);
  });

  it('gives one visitor one hash a day, and another on the next day', async (fixture) => {
    await fixture.publish();
    const visit = async (sourceIp: string) => {
      await fixture.visit('/ada', { headers: PERSON, sourceIp });
      const last = fixture.visits.sent.at(-1);
      return last?.kind === 'view' ? last.from?.visitor : undefined;
    };
    const [first, again, other] = [
      await visit('192.0.2.1'),
      await visit('192.0.2.1'),
      await visit('192.0.2.2'),
    ];
    fixture.clock.advance(86_400);
    const nextDay = await visit('192.0.2.1');

    expect(again).toBe(first);
    expect(new Set([first, other, nextDay]).size).toBe(3);
  });

  it('shows the page if the visit cannot be sent', async (fixture) => {
    await fixture.publish();
    fixture.visits.fail();

    expect((await fixture.visit('/ada', { headers: PERSON })).status).toBe(200);
    expect(fixture.log.lines).toContainEqual(expect.objectContaining({ code: 'VISIT_NOT_COUNTED' }));
  });

  it('sends the visit while it reads and renders the page', async (fixture) => {
    const reading = Promise.withResolvers<never[]>();
    let reads = 0;
    fixture.pixels.findAll = async () => {
      reads += 1;
      return reading.promise;
    };
    await fixture.publish(settings({ pixels: ['px-1'] }));
    fixture.visits.hang();
    const response = fixture.visit('/ada', { headers: PERSON });
    // Neither waits for the other.
    await expect.poll(() => [reads, fixture.timers.waiting]).toEqual([1, 1]);
    reading.resolve([]);
    fixture.timers.pass(200);

    expect((await response).status).toBe(200);
  });

  it('waits at most 200 ms for the visit', async (fixture) => {
    await fixture.publish();
    fixture.visits.hang();
    const response = fixture.visit('/ada', { headers: PERSON });
    await expect.poll(() => fixture.timers.waiting).toBe(1);
    fixture.timers.pass(200);

    expect((await response).status).toBe(200);
    expect(fixture.log.lines).toContainEqual(expect.objectContaining({ code: 'VISIT_LATE' }));
  });
});
