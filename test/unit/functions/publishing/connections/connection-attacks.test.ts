import { describe, expect } from 'vitest';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it } from '#test/support/fixtures/publishing/connect-api.ts';

/** A text of the same form with one other character. */
function forged(text = ''): string {
  const middle = Math.floor(text.length / 2);
  return text.slice(0, middle) + (text[middle] === 'A' ? 'B' : 'A') + text.slice(middle + 1);
}

describe('an attack on a connection', () => {
  it('with a forged state leads to the console and connects nothing', async (connections) => {
    const query = connections.authorise(
      (await connections.about('start-connection')).body.data.authorization_url,
    );
    query.set('state', forged(query.get('state') ?? ''));
    const { state, code } = await connections.authorised();

    expect(await connections.comeBack(query)).toEqual({
      target: '303 https://api.example.com/console/connect',
      fragment: { provider: 'linkedin', error: 'state_invalid' },
    });
    for (const given of [forged(state), 'x', `${state}A`, code ?? ''])
      expect(codeOf(await connections.complete({ state: given, code: code ?? '' }))).toBe(
        '422 connect_state_invalid',
      );
    expect(connections.accounts()).toEqual([]);
  });

  it('with a replayed state connects one account, and the code is never sent again', async (connections) => {
    const fragment = await connections.authorised();
    const first = await connections.complete(fragment);
    const again = await Promise.all([connections.complete(fragment), connections.complete(fragment)]);

    expect(first.status).toBe(201);
    expect(again.map(codeOf)).toEqual(['409 connect_state_used', '409 connect_state_used']);
    expect(connections.accounts()).toHaveLength(1);
  });

  it('with the same state twice at the same time connects one account', async (connections) => {
    const fragment = await connections.authorised();
    const answers = await Promise.all([
      connections.complete(fragment),
      connections.complete(fragment),
      connections.complete(fragment),
    ]);

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    expect(connections.accounts()).toHaveLength(1);
  });

  it('with an expired state connects nothing', async (connections) => {
    const late = connections.authorise(
      (await connections.about('start-connection')).body.data.authorization_url,
    );
    const fragment = await connections.authorised();
    connections.api.clock.advance(600);

    expect((await connections.comeBack(late)).fragment).toEqual({
      provider: 'linkedin',
      error: 'state_expired',
    });
    expect(codeOf(await connections.complete(fragment))).toBe('409 connect_state_expired');
    expect(connections.accounts()).toEqual([]);
  });

  it('with the code of another connection connects nothing, and neither connection is used up', async (connections) => {
    const [mine, theirs] = [await connections.authorised(), await connections.authorised()];

    expect(codeOf(await connections.complete({ ...mine, code: theirs['code'] ?? '' }))).toBe(
      '422 connect_code_invalid',
    );
    expect(codeOf(await connections.complete({ ...mine, code: forged(mine['code']) }))).toBe(
      '422 connect_code_invalid',
    );
    expect(connections.accounts()).toEqual([]);
    expect((await connections.complete(mine)).status).toBe(201);
    // The same account of the network: its credentials are renewed.
    expect((await connections.complete(theirs)).status).toBe(200);
  });

  it('with the code of the network instead of the code of the callback connects nothing', async (connections) => {
    const query = connections.authorise(
      (await connections.about('start-connection')).body.data.authorization_url,
    );
    const raw = { state: query.get('state') ?? '', code: query.get('code') ?? '' };

    expect(codeOf(await connections.complete(raw))).toBe('422 connect_code_invalid');
  });

  it('from a browser of somebody else connects nothing: only the member who started can complete', async (connections) => {
    const permissions = ['publishing:accounts:write'] as const;
    const eve = connections.api.grant(permissions, { memberId: '01980000-0000-7000-8000-0000000000ee' });
    // Eve sends her link to Ada, who authorises. Ada's browser returns to the console with Ada's key.
    const ofEve = await connections.authorised({ key: eve });
    // Eve sends the result of her own authorisation to Ada, so that Ada publishes to Eve's account.
    expect(codeOf(await connections.complete(ofEve))).toBe('403 connect_state_foreign');
    // Eve has seen the fragment of Ada's browser.
    expect(codeOf(await connections.complete(await connections.authorised(), { key: eve }))).toBe(
      '403 connect_state_foreign',
    );
    expect(connections.accounts()).toEqual([]);
  });

  it('with the state of another workspace connects nothing in either', async (connections) => {
    const [mine, theirs] = [await connections.authorised(), await connections.authorised(connections.other)];

    expect(codeOf(await connections.complete(theirs))).toBe('403 connect_state_foreign');
    expect(codeOf(await connections.complete(mine, connections.other))).toBe('403 connect_state_foreign');
    expect(connections.accounts()).toEqual([]);
    expect((await connections.complete(theirs, connections.other)).status).toBe(201);
  });

  it('with a response of another issuer, or without a code, hands over no code', async (connections) => {
    const query = async () =>
      connections.authorise((await connections.about('start-connection')).body.data.authorization_url);
    const mixed = await query();
    mixed.set('iss', 'https://evil.example.com');
    const empty = await query();
    empty.delete('code');
    const long = await query();
    long.set('code', 'x'.repeat(3001));

    for (const each of [mixed, empty, long])
      expect((await connections.comeBack(each)).fragment).toMatchObject({ error: 'authorization_failed' });
    const genuine = await query();
    genuine.set('iss', 'https://network.example.com/oauth');
    expect((await connections.comeBack(genuine)).fragment).toHaveProperty('code');
  });

  it.each([
    ['access_denied', 'access_denied'],
    ['user_cancelled_login', 'access_denied'],
    ['unauthorized_scope_error', 'authorization_failed'],
    ['server_error', 'authorization_failed'],
    ['<script>', 'authorization_failed'],
  ])('with the error %s of the network leads back with %s', async (sent, error, connections) => {
    const query = connections.authorise(
      (await connections.about('start-connection')).body.data.authorization_url,
    );
    query.delete('code');
    query.set('error', sent);

    expect((await connections.comeBack(query)).fragment).toMatchObject({ error });
  });

  it('by a text in the error of the network is not shown', async (connections) => {
    connections.network.issuer.mood.denies = true;
    const query = connections.authorise(
      (await connections.about('start-connection')).body.data.authorization_url,
    );
    query.set('error_description', 'Call 0123 to win');

    expect((await connections.comeBack(query)).fragment).toEqual({
      provider: 'linkedin',
      state: query.get('state'),
      error: 'access_denied',
    });
  });

  it('leaves no code, token or secret in responses and logs when the network repeats them', async (connections) => {
    const answers: unknown[] = [];
    const wrong = { client_id: connections.network.app.clientId, client_secret: 'wrong-secret-27182818284' };
    const fragment = await connections.authorised();
    await connections.about('set-oauth-app', { json: wrong });
    answers.push(await connections.complete(fragment));

    expect(answers).toMatchObject([{ status: 422, body: { code: 'credentials_refused' } }]);
    const seen = JSON.stringify([
      answers,
      connections.api.log.lines,
      [...connections.api.core.events.values()],
    ]);
    for (const secret of [...connections.network.issuer.secrets(), wrong.client_secret])
      expect(seen).not.toContain(secret);
  });

  it('is answered with 503 while the key service is away, and nothing is used up', async (connections) => {
    const fragment = await connections.authorised();
    connections.api.secrets.breakDown();
    const away = await connections.complete(fragment);
    connections.api.secrets.repair();

    expect(codeOf(away)).toBe('503 temporarily_unavailable');
    expect((await connections.complete(fragment)).status).toBe(201);
  });

  it('requires the permission to write accounts', async (connections) => {
    const reader = connections.api.grant(['publishing:accounts:read']);
    const fragment = await connections.authorised();

    expect(codeOf(await connections.about('start-connection', { key: reader }))).toBe(
      '403 permission_missing',
    );
    expect(codeOf(await connections.complete(fragment, { key: reader }))).toBe('403 permission_missing');
    expect(codeOf(await connections.about('set-oauth-app', { key: reader, json: {} }))).toBe(
      '403 permission_missing',
    );
    expect((await connections.about('get-oauth-app', { key: reader })).status).toBe(200);
  });
});
