import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { fileOf, it } from '#test/support/fixtures/messaging/imports-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

const EVE = { name: 'Eve', email: 'eve@example.com' };

function bytesOf(...parts: readonly (string | number[])[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
}

describe('import-contacts', () => {
  it('creates and changes contacts by their addresses, and reports what happened', async (imports) => {
    const shown = await imports.importFile(
      fileOf(
        EVE,
        { email: 'ADA.MOREAU@example.com', stage: 'customer', tags: ['vip'] },
        { phone: '+1 202 555 0143', name: 'Ada Moreau' },
        { name: 'Grace', phone: '+49 30 901820', dates: { birthday: { date: '1990-06-03' } } },
      ),
    );

    expect(shown).toMatchObject({
      state: 'completed',
      failure_reason: null,
      lines: 4,
      created: 2,
      updated: 1,
      unchanged: 1,
      rejected: 0,
      rejected_lines: [],
    });
    expect(shown.processed_bytes).toBe(shown.size);
    expect(imports.stored(String(shown.id)).due).toBeNull();
    expect([...imports.api.core.contacts.values()].map(({ name, stage }) => [name, stage])).toEqual([
      ['Ada Moreau', 'customer'],
      ['Eve', null],
      ['Grace', null],
    ]);
    expect(imports.events().map(({ event }) => event)).toEqual([
      'created',
      'untagged',
      'tagged',
      'stage_changed',
      // The address in another case.
      'updated',
      'created',
    ]);
    expect(imports.events()[1]?.data).toMatchObject({ contact: { id: imports.contact } });
    expect(imports.api.core.calendars.size).toBe(1);
    expect(imports.api.importFiles.stored.size).toBe(0);
  });

  it('rejects bad lines by number and imports all others', async (imports) => {
    const file = bytesOf(
      '\uFEFF{"email":"bom@example.com"}\n',
      '{"email":"crlf@example.com"}\r\n',
      '\n',
      '   \r\n',
      'not json\n',
      [0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d, 0x0a],
      [0x00, 0x01, 0x02, 0x0a],
      '[1]\n',
      'null\n',
      `{"email":"long@example.com","name":"${'x'.repeat(33_000)}"}\n`,
      '{"name":"Nobody"}\n',
      '{"email":"a@example.com","shoe_size":44}\n',
      '{"email":"a@example.com","phone":"030 901820"}\n',
      '{"email":"a@example.com","phone":"+49 1"}\n',
      '{"email":"a@example.com","dates":{"birthday":{"date":"1990-02-30"}}}\n',
      '{"email":"eve@example.com"}\n',
      '{"email":"eve@example.com"}\n',
      '{"email":"last@example.com"}',
    );
    const shown = await imports.importFile(file);

    expect(shown).toMatchObject({ state: 'completed', lines: 18, created: 4, unchanged: 1, rejected: 13 });
    expect(
      shown.rejected_lines.map(({ line, code, pointer }: Record<string, unknown>) => [line, code, pointer]),
    ).toEqual([
      [3, 'malformed_json', '#'],
      [4, 'malformed_json', '#'],
      [5, 'malformed_json', '#'],
      [6, 'malformed_json', '#'],
      [7, 'malformed_json', '#'],
      [8, 'invalid_type', '#'],
      [9, 'invalid_type', '#'],
      [10, 'too_long', '#'],
      [11, 'required', '#'],
      [12, 'unknown_field', '#/shoe_size'],
      [13, 'invalid_format', '#/phone'],
      [14, 'invalid_format', '#/phone'],
      [15, 'invalid_date', '#/dates/birthday/date'],
    ]);
    const emails = [...imports.api.core.contacts.values()].map(({ email }) => email);
    expect(emails.slice(1)).toEqual([
      'bom@example.com',
      'crlf@example.com',
      'eve@example.com',
      'last@example.com',
    ]);
  });

  it('reports no value of a rejected line', async (imports) => {
    const secret = 'c0ffee-secret';
    const shown = await imports.importFile(
      fileOf(
        { email: secret },
        { phone: secret },
        { email: 'a@example.com', platform: secret },
        `"${secret}`,
      ),
    );

    expect(shown.rejected).toBe(4);
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it('finds the end of a line that is longer than what it reads at once', async (imports) => {
    const shown = await imports.importFile(
      fileOf('x'.repeat(700_000), EVE, 'x'.repeat(262_144), 'x'.repeat(300_000)),
    );

    expect(shown).toMatchObject({ state: 'completed', lines: 4, created: 1, rejected: 3 });
    expect(shown.rejected_lines.map(({ line, code }: Record<string, unknown>) => [line, code])).toEqual([
      [1, 'too_long'],
      [3, 'too_long'],
      [4, 'too_long'],
    ]);
  });

  it('imports an exported contact, whose read-only fields it ignores', async (imports) => {
    const shown = await imports.importFile(fileOf(imports.created.body.data));

    expect(shown).toMatchObject({ unchanged: 1, rejected: 0 });
  });

  it('never ends an opt-out, and adds those of the line', async (imports) => {
    await imports.api.call('update-contact', {
      key: imports.key,
      params: { contact: imports.contact },
      json: { opted_out: ['sms'] },
    });
    const email = 'ada.moreau@example.com';
    await imports.importFile(fileOf({ email, opted_out: [] }, { email, opted_out: ['whatsapp'] }));
    const stored = [...imports.api.core.contacts.values()].find(({ id }) => id === imports.contact);

    expect([...(stored?.optOuts.keys() ?? [])]).toEqual(['sms', 'whatsapp']);
  });

  it('rejects a line whose addresses belong to two contacts', async (imports) => {
    await imports.api.call('create-contact', { key: imports.key, json: { email: 'eve@example.com' } });
    const shown = await imports.importFile(fileOf({ email: 'eve@example.com', phone: '+12025550143' }));

    expect(shown.rejected_lines).toMatchObject([{ line: 1, code: 'contact_exists', pointer: null }]);
    expect(imports.api.core.contacts.size).toBe(2);
    expect(imports.contact).toBeDefined();
  });

  it('applies a line to the contact that a concurrent request creates with its address', async (imports) => {
    const id = await imports.upload(fileOf({ ...EVE, stage: 'lead' }));
    await imports.start(id);
    const { apply } = imports.api.imports;
    let isFirst = true;
    imports.api.imports.apply = async (...args) => {
      if (isFirst) {
        isFirst = false;
        await imports.api.call('create-contact', { key: imports.key, json: EVE });
      }
      return apply(...args);
    };
    await imports.finish(id);

    expect(await imports.read(id)).toMatchObject({ created: 0, updated: 1, rejected: 0 });
    expect(imports.allEvents()).toEqual(['created', 'created', 'stage_changed']);
  });

  it('stores the first 1,000 rejected lines and counts all', async (imports) => {
    const shown = await imports.importFile(fileOf(...Array.from({ length: 1203 }, () => 'bad'), EVE));

    expect(shown).toMatchObject({ lines: 1204, created: 1, rejected: 1203 });
    expect(shown.rejected_lines.map(({ line }: Record<string, unknown>) => line)).toEqual(
      Array.from({ length: 1000 }, (_, index) => index + 1),
    );
  });

  it('continues after 20 seconds in another message', async (imports) => {
    const id = await imports.upload(
      fileOf(...Array.from({ length: 50 }, (_, index) => ({ email: `c${index}@example.com` }))),
    );
    await imports.start(id);
    const { apply } = imports.api.imports;
    imports.api.imports.apply = async (...args) => {
      imports.api.clock.advance(1);
      return apply(...args);
    };
    await imports.fire(imports.message(id));
    expect(await imports.read(id)).toMatchObject({ state: 'running', lines: 20, created: 20 });
    await imports.finish(id);

    expect(await imports.read(id)).toMatchObject({ state: 'completed', lines: 50, created: 50 });
  });

  it('applies each line once, however often its message is received', async (imports) => {
    const id = await imports.upload(fileOf(EVE, { email: 'grace@example.com' }));
    await imports.start(id);
    const repeated = imports.message(id);
    await imports.fire(repeated, repeated, repeated);
    await imports.fire(repeated);

    expect(await imports.read(id)).toMatchObject({ state: 'completed', created: 2 });
    expect(imports.allEvents()).toEqual(['created', 'created', 'created']);
  });

  it('fails if the file was replaced or deleted, and keeps what was imported', async (imports) => {
    const lines = Array.from({ length: 30 }, (_, index) => ({ email: `c${index}@example.com` }));
    const [first, second] = [await imports.upload(fileOf(...lines)), await imports.upload(fileOf(...lines))];
    const keyOf = (id: string) =>
      [...imports.api.importFiles.stored.keys()].find((each) => each.includes(id)) ?? '';
    await imports.start(first);
    const { apply } = imports.api.imports;
    imports.api.imports.apply = async (...args) => {
      imports.api.clock.advance(1);
      return apply(...args);
    };
    await imports.fire(imports.message(first));
    imports.api.importFiles.stored.set(keyOf(first), fileOf(...lines.toReversed()));
    await imports.finish(first);
    expect(await imports.read(first)).toMatchObject({
      state: 'failed',
      failure_reason: 'file_changed',
      created: 20,
    });

    await imports.start(second);
    imports.api.importFiles.stored.delete(keyOf(second));
    await imports.finish(second);
    expect(await imports.read(second)).toMatchObject({
      state: 'failed',
      failure_reason: 'file_changed',
      lines: 0,
    });
  });

  it('ends after 8 attempts that process no line, about an hour later', async (imports) => {
    const id = await imports.upload(fileOf('bad', EVE));
    await imports.start(id);
    const begin = imports.api.clock().getTime();
    imports.api.imports.apply = () => Promise.reject(new ConcurrentUpdateError());
    await imports.finish(id);

    expect(await imports.read(id)).toMatchObject({
      state: 'failed',
      failure_reason: 'attempts_exhausted',
      lines: 0,
    });
    expect((imports.api.clock().getTime() - begin) / 60_000).toBeGreaterThan(45);
    expect(imports.stored(id).attempts).toBe(8);
    expect(imports.api.log.lines.filter(({ code }) => code === 'IMPORT_ENDED_EARLY')).toHaveLength(1);
  });

  it('continues after attempts that failed', async (imports) => {
    const id = await imports.upload(fileOf('bad', EVE));
    await imports.start(id);
    const { apply } = imports.api.imports;
    let failures = 3;
    imports.api.imports.apply = async (...args) => {
      failures -= 1;
      if (failures >= 0) throw new Error('DynamoDB is down');
      return apply(...args);
    };
    await imports.finish(id);

    expect(await imports.read(id)).toMatchObject({ state: 'completed', lines: 2, created: 1, rejected: 1 });
  });
});

describe('create-contact-import', () => {
  it.each([
    [{ size: 0 }, 'out_of_range'],
    [{ size: -1 }, 'out_of_range'],
    [{ size: 100_000_001 }, 'out_of_range'],
    [{}, 'required'],
  ])('rejects %j with %s', async (json, code, imports) => {
    const response = await imports.api.call('create-contact-import', { key: imports.key, json });

    expect(codeOf(response)).toBe(`422 ${code}`);
  });

  it('returns an upload of exactly the declared size', async (imports) => {
    const { status, body, headers } = await imports.api.call('create-contact-import', {
      key: imports.key,
      json: { size: 12 },
    });

    expect(status).toBe(201);
    expect(headers['Location']).toMatch(`/api/v1/salesbot/contacts/imports/${body.data.id}`);
    expect(body.data).toMatchObject({ state: 'awaiting_upload', size: 12, lines: 0 });
    expect(body.upload).toMatchObject({ method: 'PUT', max_bytes: 12, headers: { 'Content-Length': '12' } });
  });

  it('allows 20 imports within 24 hours', async (imports) => {
    for (let made = 0; made < 20; made += 1) await imports.create(1);
    const response = await imports.api.call('create-contact-import', { key: imports.key, json: { size: 1 } });
    expect(codeOf(response)).toBe('409 quota_exceeded');
    expect(response.headers['Retry-After']).toBe('86400');
    imports.api.clock.advance(86_400);

    await expect(imports.create(1)).resolves.toBeDefined();
  });
});

describe('start-contact-import', () => {
  it('requires the uploaded file', async (imports) => {
    const { id } = await imports.create(5);
    const response = await imports.start(id);
    expect(codeOf(response)).toBe('409 import_not_uploaded');
    expect(response.body.reason).toBe('not_found');
    imports.api.importFiles.stored.set(
      `imports/${imports.api.workspaceId}/${id}.ndjson`,
      fileOf('longer than declared'),
    );

    expect((await imports.start(id)).body.reason).toBe('size_mismatch');
  });

  it('starts one import of a workspace at a time', async (imports) => {
    const [first, second] = [await imports.upload(fileOf(EVE)), await imports.upload(fileOf(EVE))];
    expect((await imports.start(first)).status).toBe(202);
    const rejected = await imports.start(second);
    expect(codeOf(rejected)).toBe('409 import_running');
    expect(rejected.body.import).toBe(first);
    await imports.finish(first);

    expect((await imports.start(second)).status).toBe(202);
  });

  it('changes nothing about an import that has been started', async (imports) => {
    const id = await imports.upload(fileOf(EVE));
    await imports.start(id);
    expect((await imports.start(id)).status).toBe(202);
    await imports.finish(id);
    expect((await imports.start(id)).body.data.state).toBe('completed');

    expect(await imports.read(id)).toMatchObject({ created: 1 });
  });
});

describe('get-contact-import', () => {
  it('does not find an import of another workspace, or one that expired', async (imports) => {
    const id = await imports.upload(fileOf(EVE));
    const other = await imports.api.createOtherWorkspace();
    const foreign = imports.api.grant(['salesbot:contacts:read'], { workspaceId: other.workspaceId });
    expect(
      codeOf(await imports.api.call('get-contact-import', { key: foreign, params: { import: id } })),
    ).toBe('404 import_not_found');
    expect((await imports.read(id)).state).toBe('awaiting_upload');
    imports.api.clock.advance(7 * 86_400);

    expect(
      codeOf(await imports.api.call('get-contact-import', { key: imports.key, params: { import: id } })),
    ).toBe('404 import_not_found');
  });
});
