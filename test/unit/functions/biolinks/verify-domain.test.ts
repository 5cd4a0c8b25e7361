import { describe, expect } from 'vitest';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { it, startDomainApi } from '#test/support/fixtures/biolinks/domain-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

describe('verify-domain, happy', () => {
  it('finds the DNS record and marks the domain as verified', async () => {
    const { api, call, connect, publish, verify } = await startDomainApi();
    const domain = await connect();
    publish(domain);
    api.clock.advance(60);
    const { status, body } = await verify(domain.id);

    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...domain,
      state: 'verified',
      verified_at: secondsAfterNow(60).toISOString(),
    });
    expect((await call('list-domains')).body.data[1]).toEqual(body.data);
  });

  it('finds the record among others, and inside pasted quotes', async ({ api, connect, verify }) => {
    const { id, verification } = await connect();
    api.dns.records.set(verification.name, ['v=spf1 -all', `"${verification.value}"`]);

    expect((await verify(id)).body.data.state).toBe('verified');
  });

  it('leaves a verified domain unchanged and makes no DNS lookup', async () => {
    const { api, connect, publish, verify } = await startDomainApi();
    const domain = await connect();
    publish(domain);
    const first = await verify(domain.id);
    api.dns.records.clear();
    api.clock.advance(3600);
    const again = await verify(domain.id, { json: {} });

    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(api.dns.asked).toHaveLength(1);
  });

  it('checks the key again when it writes', async ({ api, connect, publish, verify }) => {
    const checked: boolean[] = [];
    const { verify: write } = api.domains;
    api.domains.verify = (domain, at, context) => {
      checked.push(context.change.callerKey !== undefined);
      return write(domain, at, context);
    };
    const domain = await connect();
    publish(domain);
    await verify(domain.id);

    expect(checked).toEqual([true]);
  });

  it('makes another DNS lookup after an error under the same Idempotency-Key', async () => {
    const { connect, publish, verify } = await startDomainApi();
    const domain = await connect();
    const request = { headers: { 'idempotency-key': 'k' } };
    expect((await verify(domain.id, request)).status).toBe(409);
    publish(domain);

    expect((await verify(domain.id, request)).status).toBe(200);
    expect((await verify(domain.id, request)).headers).toMatchObject({ 'Idempotent-Replayed': 'true' });
  });
});

describe('verify-domain, error', () => {
  it.each([
    ['no record', [], 'There is no TXT record'],
    ['other records', ['v=spf1 -all', 'workspace-verification=00'], 'has the expected value'],
    ['a name server that is silent', null, 'The name servers did not respond'],
  ])('returns 409 for %s, with the expected and the found records', async (_, texts, sentence) => {
    const { api, call, connect, verify } = await startDomainApi();
    const { id, verification } = await connect();
    api.dns.records.set(verification.name, texts);
    const response = await verify(id);

    expect(codeOf(response)).toBe('409 domain_not_verified');
    expect(response.body).toMatchObject({ expected: verification, found: texts ?? [] });
    expect(response.body.detail).toContain(sentence);
    expect((await call('list-domains')).body.data[1].state).toBe('pending');
  });

  it('repeats at most ten strings of 255 characters from a DNS zone', async ({ api, connect, verify }) => {
    const { id, verification } = await connect();
    api.dns.records.set(
      verification.name,
      Array.from({ length: 11 }, () => 'x'.repeat(256)),
    );
    const { found } = (await verify(id)).body;

    expect(found).toEqual(Array.from({ length: 10 }, () => 'x'.repeat(255)));
  });

  it.each(['🦜', 'e\u0301'])('repeats a string without %s that does not fit', async (character) => {
    const { api, connect, verify } = await startDomainApi();
    const { id, verification } = await connect();
    api.dns.records.set(verification.name, [`${'x'.repeat(254)}${character}`]);

    expect((await verify(id)).body.found).toEqual(['x'.repeat(254)]);
  });

  it('returns 409 to the second workspace that proves a host', async () => {
    const { connect, publish, verify, foreignKey } = await startDomainApi();
    const mine = await connect();
    const theirs = await connect(mine.host, { key: foreignKey });
    publish(theirs);
    expect((await verify(theirs.id, { key: foreignKey })).status).toBe(200);
    publish(mine);

    expect(codeOf(await verify(mine.id))).toBe('409 domain_taken');
  });

  it('does not accept the challenge of another workspace', async () => {
    const { connect, publish, verify, foreignKey } = await startDomainApi();
    const mine = await connect();
    publish(await connect(mine.host, { key: foreignKey }));

    expect(codeOf(await verify(mine.id))).toBe('409 domain_not_verified');
  });

  it('returns 200 to two concurrent requests', async ({ connect, publish, verify }) => {
    const domain = await connect();
    publish(domain);
    const responses = await Promise.all([verify(domain.id), verify(domain.id)]);

    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('returns 409 when it loses a race twice', async ({ api, connect, publish, verify }) => {
    const domain = await connect();
    publish(domain);
    Object.assign(api.domains, { verify: () => Promise.reject(new ConcurrentUpdateError()) });

    expect(codeOf(await verify(domain.id))).toBe('409 concurrent_update');
  });

  it('rejects any field', async ({ connect, verify }) => {
    const { id } = await connect();

    expect(codeOf(await verify(id, { json: { force: true } }))).toBe('422 unknown_field');
  });
});
