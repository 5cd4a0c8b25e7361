import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { pngOf } from '#test/support/fixtures/files/picture-files.ts';
import type { BlueskyWorld } from '#test/support/fixtures/publishing/bluesky-world.ts';
import { BLUESKY } from '#test/support/fixtures/publishing/real-servers/real-networks.ts';

const COLLECTION = 'app.bsky.feed.post';
const RKEY = '3mnaaaaaaaa22';

/** What a client gets that is not the adapter: the status, and the error with its message. */
async function ask(
  { server }: BlueskyWorld,
  name: string,
  input:
    | Readonly<Record<string, string>>
    | { readonly json: unknown }
    | { readonly bytes: Uint8Array<ArrayBuffer> },
  headers: Readonly<Record<string, string>> = {},
) {
  const body = 'json' in input ? JSON.stringify(input.json) : 'bytes' in input ? input.bytes : undefined;
  const query = body === undefined ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const response = await fetch(`${server.origin}/xrpc/${name}${query}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...('json' in input ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body === undefined ? {} : { body: body as string }),
  });
  const json: Record<string, unknown> = JSON.parse(await response.text());
  return { status: response.status, json, headers: response.headers };
}

async function outcome(...parameters: Parameters<typeof ask>) {
  const { status, json } = await ask(...parameters);
  return `${status} ${String(json['error'])}: ${String(json['message'])}`;
}

async function signedIn(world: BlueskyWorld): Promise<Record<string, string>> {
  const json = { identifier: world.did, password: world.appPassword };
  const session = await ask(world, 'com.atproto.server.createSession', { json });
  const { accessJwt } = v.parse(v.object({ accessJwt: v.string() }), session.json);
  return { authorization: `Bearer ${accessJwt}` };
}

function written({ did }: BlueskyWorld, record: object, place: object = {}) {
  const whole = { $type: COLLECTION, text: 'Hello', createdAt: NOW.toISOString(), ...record };
  return {
    json: { repo: did, collection: COLLECTION, rkey: RKEY, record: whole, swapRecord: null, ...place },
  };
}

describe.each(BLUESKY)('answers of %s', (_, open) => {
  it('answers requests without a valid session', async () => {
    await using world = await open();
    const login = (json: object) => outcome(world, 'com.atproto.server.createSession', { json });
    const write = 'com.atproto.repo.putRecord';

    expect(await login({ identifier: world.did, password: 'wrong' })).toBe(
      '401 AuthenticationRequired: Invalid identifier or password',
    );
    expect(await login({ identifier: 'nobody.example.com', password: 'wrong' })).toBe(
      '401 AuthenticationRequired: Invalid identifier or password',
    );
    expect(await login({ identifier: world.did })).toMatch(/^400 InvalidRequest: /u);
    expect(await outcome(world, write, written(world, {}))).toMatch(/^401 AuthMissing: /u);
    expect(await outcome(world, write, written(world, {}), { authorization: 'Bearer nothing' })).toMatch(
      /^400 InvalidToken: /u,
    );
    expect(await outcome(world, 'com.atproto.none', {})).toMatch(/^401 AuthMissing: /u);
  });

  it('answers writes', async () => {
    await using world = await open();
    const session = await signedIn(world);
    const write = (record: object, place: object = {}) =>
      ask(world, 'com.atproto.repo.putRecord', written(world, record, place), session);
    const refused = async (record: object, place: object = {}) => {
      const { status, json } = await write(record, place);
      return `${status} ${String(json['error'])}: ${String(json['message'])}`;
    };

    expect(await refused({ text: 'x'.repeat(301) })).toBe(
      `${INVALID} grapheme too big (maximum 300, got 301) at $.record.text`,
    );
    expect(await refused({ text: '👩‍👩‍👧‍👦'.repeat(121) })).toBe(
      `${INVALID} string too big (maximum 3000, got 3025) at $.record.text`,
    );
    expect(await refused({}, { rkey: 'no-key' })).toMatch(/^400 InvalidRequest: /u);
    expect(await refused({}, { repo: 'did:plc:z72i7hdynmk6r22z27h6tvur' })).toMatch(
      /^403 AccountNotFound: /u,
    );
    expect(await refused({ langs: ['de', 'en', 'fr', 'it'] })).toMatch(/^400 InvalidRequest: /u);
    const lost = { $type: 'blob', ref: { $link: LOST }, mimeType: 'image/png', size: 8 };
    const embed = { $type: 'app.bsky.embed.images', images: [{ alt: '', image: lost }] };
    expect(await refused({ embed })).toMatch(/^400 BlobNotFound: Could not find blob: baf/u);

    const first = await write({});
    const again = await write({});
    expect(first).toMatchObject({ status: 200, json: { validationStatus: 'valid', commit: {} } });
    expect(again).toMatchObject({ status: 200, json: { cid: first.json['cid'] } });
    expect(await refused({ text: 'Other' })).toMatch(/^400 InvalidSwap: Record was at baf/u);
  });

  it('answers questions about records, and removals', async () => {
    await using world = await open();
    const session = await signedIn(world);
    const place = { repo: world.did, collection: COLLECTION, rkey: RKEY };
    const remove = () => ask(world, 'com.atproto.repo.deleteRecord', { json: place }, session);

    expect(await outcome(world, 'com.atproto.repo.getRecord', place)).toMatch(/^400 RecordNotFound: /u);
    expect(await outcome(world, 'com.atproto.identity.resolveHandle', { handle: 'nobody.example.com' })).toBe(
      '400 InvalidRequest: Unable to resolve handle',
    );
    expect((await remove()).status).toBe(200);
    await ask(world, 'com.atproto.repo.putRecord', written(world, {}), session);
    expect(await ask(world, 'com.atproto.repo.getRecord', place)).toMatchObject({
      status: 200,
      json: { value: { text: 'Hello' } },
    });
    expect((await remove()).status).toBe(200);
  });

  it('names the type of an uploaded picture by its bytes', async () => {
    await using world = await open();
    const session = await signedIn(world);
    const upload = async (bytes: Uint8Array<ArrayBuffer>, type: string) => {
      const headers = { ...session, 'content-type': type };
      const { json } = await ask(world, 'com.atproto.repo.uploadBlob', { bytes }, headers);
      return json;
    };

    expect(await upload(pngOf(), 'image/jpeg')).toMatchObject({ blob: { mimeType: 'image/png' } });
    expect(await upload(new Uint8Array([1, 2, 3]), 'image/jpeg')).toMatchObject({
      blob: { mimeType: 'image/jpeg', size: 3 },
    });
  });

  it('says in each response of a sign-in how many are left', async () => {
    await using world = await open();
    const json = { identifier: world.did, password: world.appPassword };

    const { headers } = await ask(world, 'com.atproto.server.createSession', { json });

    expect(headers.get('ratelimit-limit')).toMatch(/^\d+$/u);
    expect(headers.get('ratelimit-remaining')).toMatch(/^\d+$/u);
    expect(headers.get('ratelimit-reset')).toMatch(/^\d{10}$/u);
    expect(headers.get('ratelimit-policy')).toMatch(/^\d+;w=\d+$/u);
  });
});

const LOST = 'bafkreiefmlp75fuitsuddfl5xclmgtpmhehbalsgnpygujq6odbt33mehy';
const INVALID = '400 InvalidRequest: Invalid app.bsky.feed.post record:';
