import { describe, expect } from 'vitest';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { it, startDomainApi } from '#test/support/fixtures/biolinks/domain-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

describe('create-domain, happy', () => {
  it('returns 201 with a pending domain and the DNS record to publish', async ({ call }) => {
    const { status, body } = await call('create-domain', { json: { host: ' Links.Example.COM ' } });

    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
        host: 'links.example.com',
        is_default: false,
        state: 'pending',
        verification: {
          type: 'TXT',
          name: '_workspace-challenge.links.example.com',
          value: expect.stringMatching(/^workspace-verification=[0-9a-f]{40}$/u),
        },
        verified_at: null,
        created_at: NOW.toISOString(),
      },
    });
  });

  it('stores a host name in other scripts as ASCII', async ({ connect }) => {
    expect((await connect('bücher.example')).host).toBe('xn--bcher-kva.example');
  });

  it('gives each workspace its own challenge for a host, and reserves nothing', async () => {
    const { connect, foreignKey } = await startDomainApi();
    const mine = await connect();
    const theirs = await connect(mine.host, { key: foreignKey });

    expect(theirs.verification.value).not.toBe(mine.verification.value);
  });

  it('returns the same response to a repeated request and creates nothing', async ({ call }) => {
    const request = { json: { host: 'links.example.com' }, headers: { 'idempotency-key': 'k' } };
    const first = await call('create-domain', request);
    const again = await call('create-domain', request);

    expect(again).toMatchObject({
      status: 201,
      text: first.text,
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect((await call('list-domains')).body.data).toHaveLength(2);
  });
});

describe('create-domain, error', () => {
  it.each([
    [{}, 'required', '#/host'],
    [{ host: 7 }, 'invalid_type', '#/host'],
    [{ host: '' }, 'invalid_format', '#/host'],
    [{ host: 'https://links.example.com' }, 'invalid_format', '#/host'],
    [{ host: 'localhost' }, 'invalid_format', '#/host'],
    [{ host: 'links.example.com', state: 'verified' }, 'field_not_updatable', '#/state'],
    [{ host: 'links.example.com', name: 'x' }, 'unknown_field', '#/name'],
  ])('rejects %j with %s at %s', async (json, code, pointer, { call }) => {
    const { status, body } = await call('create-domain', { json });

    expect({ status, code: body.code }).toEqual({ status: 422, code });
    expect(body.errors).toMatchObject([{ code, pointer }]);
  });

  it.each([
    ['the host the request came to', 'api.example.com'],
    ['a host below it', 'x.api.example.com'],
    ['the host of the pages', 'Pages.Example.net'],
    ['a host below that', 'me.pages.example.net'],
  ])('rejects %s', async (_, host, { call }) => {
    const response = await call('create-domain', { json: { host } });

    expect(codeOf(response)).toBe('422 invalid_format');
    expect(response.body.detail).toContain('platform');
  });

  it('returns 409 for a host that the workspace already has, and identifies that domain', async () => {
    const { call, connect } = await startDomainApi();
    const { id, host } = await connect();
    const again = await call('create-domain', { json: { host } });

    expect(codeOf(again)).toBe('409 domain_taken');
    expect(again.body.domain).toBe(id);
  });

  it('returns 409 for a host that another workspace has verified, and reveals nothing about it', async () => {
    const { call, connect, publish, verify, foreignKey } = await startDomainApi();
    const theirs = await connect('links.example.com', { key: foreignKey });
    publish(theirs);
    await verify(theirs.id, { key: foreignKey });
    const response = await call('create-domain', { json: { host: theirs.host } });

    expect(codeOf(response)).toBe('409 domain_taken');
    expect(response.text).not.toContain(theirs.id);
  });
});
