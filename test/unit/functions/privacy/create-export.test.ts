import { describe, expect } from 'vitest';
import { createHandler } from '#functions/privacy/export-workspaces/handler.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { it } from '#test/support/fixtures/workspaces/workspace-api.ts';

describe('an export', () => {
  it('is accepted, continued after a crash, and has URLs once it is complete', async ({ api, call }) => {
    const { status, body } = await call('create-export');
    expect([status, body.data]).toMatchObject([202, { state: 'queued', finished_at: null, files: [] }]);
    const params = { export: String(body.data.id) };
    const files = new Map<string, string>();
    let crashes = 1;
    const run = createHandler({
      jobs: api.exportJobs,
      // Two reads of one record each for every resource.
      records: {
        read: async (_workspaceId, resource, after) => ({
          records: [{ resource, after }],
          after: after === null ? 'first' : null,
        }),
        readMedia: async () => ({ media: [], after: null }),
      },
      files: {
        copy: async () => true,
        async put(key, content) {
          if (files.size === 3 && crashes > 0) {
            crashes -= 1;
            throw new Error('killed');
          }
          files.set(key, new TextDecoder().decode(content));
        },
      },
      clock: api.clock,
      log: createRecordingLog(),
    });
    const context = { awsRequestId: 'run', getRemainingTimeInMillis: () => 60_000 };
    await expect(run({}, context)).rejects.toThrow('1 of 1 due jobs failed');
    expect((await call('get-export', { params })).body.data).toMatchObject({ state: 'running', files: [] });
    // An export waits after a turn that failed.
    api.clock.advance(3600);
    await run({}, context);

    const { data } = (await call('get-export', { params })).body;
    expect(data).toMatchObject({ state: 'completed' });
    expect(data['files']).toHaveLength(28);
    expect(data['files']).toContainEqual({
      name: 'posts-0001.ndjson',
      records: 2,
      bytes: expect.any(Number),
      url: `https://files.example.com/exports/${api.workspaceId}/${params.export}/run/posts-0001.ndjson`,
    });
    expect(files.size).toBe(28);
  });

  it('of another workspace is not found', async ({ api, call }) => {
    const other = await api.createOtherWorkspace();
    const { body } = await call('create-export');
    const key = api.grant(['workspace:exports:read'], { workspaceId: other.workspaceId });

    expect(codeOf(await api.call('get-export', { key, params: { export: String(body.data.id) } }))).toBe(
      '404 export_not_found',
    );
  });

  it('is not found after 7 days', async ({ api, call }) => {
    const params = { export: String((await call('create-export')).body.data.id) };
    api.clock.advance(7 * 86_400);

    expect(codeOf(await call('get-export', { params }))).toBe('404 export_not_found');
  });
});
