import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { HttpClient } from '#shared/platform/network/http-client.ts';
import { PublishingStopError } from '#shared/publishing/networks/publishing-stop.ts';
import { openSite } from '#shared/publishing/networks/wordpress-site.ts';
import rows from '#test/corpus/wrapped-json.json' with { type: 'json' };
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

const CREDENTIALS = {
  provider: 'wordpress',
  siteUrl: 'https://blog.example',
  username: 'ada',
  applicationPassword: 'abcd EFGH',
} as const;
const SCHEMA = v.object({ id: v.number(), slug: v.string() });

describe('JSON of a WordPress site, with what plugins print around it', () => {
  it.each(rows)('is $right: $input ($report)', async ({ input, right }) => {
    const http: HttpClient = async () => ({ status: 200, headers: {}, text: input });
    const site = openSite({ http, clock: createTestClock() }, CREDENTIALS);
    const read = site.network.call(site.read('/posts/7'), SCHEMA);

    if (right === 'read') expect(await read).toEqual({ id: 7, slug: 'a' });
    else await expect(read).rejects.toThrow(PublishingStopError);
  });

  it('is not slow to look for', async () => {
    for (const text of ['{'.repeat(1_000_000), '\n{"'.repeat(250_000), '<!--'.repeat(250_000)]) {
      const http: HttpClient = async () => ({ status: 200, headers: {}, text });
      const site = openSite({ http, clock: createTestClock() }, CREDENTIALS);
      const began = process.cpuUsage();
      await expect(site.network.call(site.read('/posts/7'), SCHEMA)).rejects.toThrow(PublishingStopError);
      expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
    }
  });

  it('shows the error that a warning is in front of', async () => {
    const text = 'Warning: x in a.php on line 3\n{"code":"rest_invalid_param","message":"Wrong title."}';
    const http: HttpClient = async () => ({ status: 400, headers: {}, text });
    const site = openSite({ http, clock: createTestClock() }, CREDENTIALS);

    await expect(site.network.call(site.read('/posts/7'), SCHEMA)).rejects.toMatchObject({
      stop: { error: { detail: expect.stringContaining('Wrong title.') } },
    });
  });
});
