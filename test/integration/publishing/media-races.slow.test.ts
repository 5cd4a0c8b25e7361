import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SNIFF_LENGTH, sniffType } from '#shared/files/adapters/sniff-type.ts';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { aNewWorkspace } from '#test/support/builders/workspaces/workspace-builders.ts';
import { startLocalS3 } from '#test/support/fixtures/files/file-fixture.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { aLambdaContext, anHttpEvent, readAnswer } from '#test/support/fixtures/platform/http-event.ts';
import { operationFunctions } from '#test/support/fixtures/platform/operation-functions.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const SIZE = 2000;

describe('completing an upload', () => {
  const { fixture, faults } = emulatedStores();
  const s3 = forAllTests(startLocalS3, 'stop');

  it('leaves no file behind if another request deletes the record meanwhile', async () => {
    const newWorkspace = aNewWorkspace();
    const workspaceId = newWorkspace.workspace.id;
    const key = generateApiKey((below) => randomInt(below));
    const permissions = ['publishing:media:read', 'publishing:media:write'] as const;
    const keys = [{ ...newWorkspace.key, hash: hashApiKey(key), permissions }];
    await fixture.workspaces.create({ ...newWorkspace, keys }, aContext().change);
    const functions = operationFunctions(
      { ...fixture, files: s3.files, sniff: { length: SNIFF_LENGTH, detect: sniffType } },
      { clock: s3.now, log: createRecordingLog(), keys: fixture.apiKeys, responses: fixture.responses },
    );
    async function call(name: string, params: Record<string, string>, json: object) {
      const headers = { authorization: `Bearer ${key}` };
      const event = anHttpEvent({ method: 'POST', path: `/${name}`, params, json, headers });
      return readAnswer(await functions(name)(event, aLambdaContext()));
    }
    const body = { name: 'a.png', mime_type: 'image/png', size: SIZE, alt_text: null };
    const { data, upload } = (await call('create-media', { workspace: workspaceId }, body)).body;
    expect(await s3.upload(upload, bytesOf('image/png', SIZE))).toBe(200);
    const record = (await fixture.media.find(workspaceId, data.uuid)) ?? expect.fail();
    faults.script(meanwhile('PutItem', () => fixture.media.remove(record, aContext())));
    const answer = await call('complete-media', { workspace: workspaceId, media: data.uuid }, {});

    expect(`${answer.status} ${answer.body.code}`).toBe('404 media_not_found');
    expect(await s3.files.inspect(record.objectKey, 1)).toBeUndefined();
  });
});
