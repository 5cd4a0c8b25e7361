import { describe, expect } from 'vitest';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it } from '#test/support/fixtures/publishing/connect-api.ts';

/** A text of the same form with one other character. */
function forged(text = ''): string {
  const middle = Math.floor(text.length / 2);
  return text.slice(0, middle) + (text[middle] === 'A' ? 'B' : 'A') + text.slice(middle + 1);
}

describe('an attack on a connection', () => {
  it('with a forged state leads to the console and connects nothing', async ({
    about,
    authorise,
    comeBack,
    authorised,
    complete,
    accounts,
  }) => {
    const query = authorise((await about('start-connection')).body.data.authorization_url);
    query.set('state', forged(query.get('state') ?? ''));
    const { state, code } = await authorised();

    expect(await comeBack(query)).toEqual({
      target: '303 https://api.example.com/console/connect',
      fragment: { provider: 'linkedin', error: 'state_invalid' },
    });
    for (const given of [forged(state), 'x', `${state}A`, code ?? ''])
      expect(codeOf(await complete({ state: given, code: code ?? '' }))).toBe('422 connect_state_invalid');
    expect(accounts()).toEqual([]);
  });

  it('with a replayed state connects one account, and the code is never sent again', async ({
    authorised,
    complete,
    accounts,
  }) => {
    const fragment = await authorised();
    const first = await complete(fragment);
    const again = await Promise.all([complete(fragment), complete(fragment)]);

    expect(first.status).toBe(201);
    expect(again.map(codeOf)).toEqual(['409 connect_state_used', '409 connect_state_used']);
    expect(accounts()).toHaveLength(1);
  });

  it('with the same state twice at the same time connects one account', async ({
    authorised,
    complete,
    accounts,
  }) => {
    const fragment = await authorised();
    const answers = await Promise.all([complete(fragment), complete(fragment), complete(fragment)]);

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    expect(accounts()).toHaveLength(1);
  });

  it('with an expired state connects nothing', async ({
    api,
    about,
    authorise,
    comeBack,
    authorised,
    complete,
    accounts,
  }) => {
    const late = authorise((await about('start-connection')).body.data.authorization_url);
    const fragment = await authorised();
    api.clock.advance(600);

    expect((await comeBack(late)).fragment).toEqual({ provider: 'linkedin', error: 'state_expired' });
    expect(codeOf(await complete(fragment))).toBe('409 connect_state_expired');
    expect(accounts()).toEqual([]);
  });

  it('with the code of another connection connects nothing, and neither connection is used up', async ({
    authorised,
    complete,
    accounts,
  }) => {
    const [mine, theirs] = [await authorised(), await authorised()];

    expect(codeOf(await complete({ ...mine, code: theirs['code'] ?? '' }))).toBe('422 connect_code_invalid');
    expect(codeOf(await complete({ ...mine, code: forged(mine['code']) }))).toBe('422 connect_code_invalid');
    expect(accounts()).toEqual([]);
    expect((await complete(mine)).status).toBe(201);
    expect((await complete(theirs)).status).toBe(201);
  });

  it('with the code of the network instead of the code of the callback connects nothing', async ({
    about,
    authorise,
    complete,
  }) => {
    const query = authorise((await about('start-connection')).body.data.authorization_url);
    const raw = { state: query.get('state') ?? '', code: query.get('code') ?? '' };

    expect(codeOf(await complete(raw))).toBe('422 connect_code_invalid');
  });

  it('from a browser of somebody else connects nothing: only the member who started can complete', async ({
    api,
    authorised,
    complete,
    accounts,
  }) => {
    const permissions = ['publishing:accounts:write'] as const;
    const eve = api.grant(permissions, { memberId: '01980000-0000-7000-8000-0000000000ee' });
    // Eve sends her link to Ada, who authorises. Ada's browser returns to the console with Ada's key.
    const ofEve = await authorised({ key: eve });
    // Eve sends the result of her own authorisation to Ada, so that Ada publishes to Eve's account.
    expect(codeOf(await complete(ofEve))).toBe('403 connect_state_foreign');
    // Eve has seen the fragment of Ada's browser.
    expect(codeOf(await complete(await authorised(), { key: eve }))).toBe('403 connect_state_foreign');
    expect(accounts()).toEqual([]);
  });

  it('with the state of another workspace connects nothing in either', async ({
    authorised,
    complete,
    other,
    accounts,
  }) => {
    const [mine, theirs] = [await authorised(), await authorised(other)];

    expect(codeOf(await complete(theirs))).toBe('403 connect_state_foreign');
    expect(codeOf(await complete(mine, other))).toBe('403 connect_state_foreign');
    expect(accounts()).toEqual([]);
    expect((await complete(theirs, other)).status).toBe(201);
  });

  it('with an answer of another issuer, or without a code, hands over no code', async ({
    about,
    authorise,
    comeBack,
  }) => {
    const query = async () => authorise((await about('start-connection')).body.data.authorization_url);
    const mixed = await query();
    mixed.set('iss', 'https://evil.example.com');
    const empty = await query();
    empty.delete('code');
    const long = await query();
    long.set('code', 'x'.repeat(3001));

    for (const each of [mixed, empty, long])
      expect((await comeBack(each)).fragment).toMatchObject({ error: 'authorization_failed' });
    const genuine = await query();
    genuine.set('iss', 'https://network.example.com/oauth');
    expect((await comeBack(genuine)).fragment).toHaveProperty('code');
  });

  it.each([
    ['access_denied', 'access_denied'],
    ['user_cancelled_login', 'access_denied'],
    ['unauthorized_scope_error', 'authorization_failed'],
    ['server_error', 'authorization_failed'],
    ['<script>', 'authorization_failed'],
  ])(
    'with the error %s of the network leads back with %s',
    async (sent, error, { about, comeBack, authorise }) => {
      const query = authorise((await about('start-connection')).body.data.authorization_url);
      query.delete('code');
      query.set('error', sent);

      expect((await comeBack(query)).fragment).toMatchObject({ error });
    },
  );

  it('by a text in the error of the network is not shown', async ({
    about,
    authorise,
    comeBack,
    network,
  }) => {
    network.issuer.mood.denies = true;
    const query = authorise((await about('start-connection')).body.data.authorization_url);
    query.set('error_description', 'Call 0123 to win');

    expect((await comeBack(query)).fragment).toEqual({
      provider: 'linkedin',
      state: query.get('state'),
      error: 'access_denied',
    });
  });

  it('leaves no code, token or secret in responses and logs when the network repeats them', async ({
    api,
    about,
    authorised,
    complete,
    network,
  }) => {
    const answers: unknown[] = [];
    const wrong = { client_id: network.app.clientId, client_secret: 'wrong-secret-27182818284' };
    const fragment = await authorised();
    await about('set-oauth-app', { json: wrong });
    answers.push(await complete(fragment));

    expect(answers).toMatchObject([{ status: 422, body: { code: 'credentials_refused' } }]);
    const seen = JSON.stringify([answers, api.log.lines, [...api.core.events.values()]]);
    for (const secret of [...network.issuer.secrets(), wrong.client_secret])
      expect(seen).not.toContain(secret);
  });

  it('is answered with 503 while the key service is away, and nothing is used up', async ({
    api,
    authorised,
    complete,
  }) => {
    const fragment = await authorised();
    api.secrets.breakDown();
    const away = await complete(fragment);
    api.secrets.repair();

    expect(codeOf(away)).toBe('503 temporarily_unavailable');
    expect((await complete(fragment)).status).toBe(201);
  });

  it('requires the permission to write accounts', async ({ api, about, authorised, complete }) => {
    const reader = api.grant(['publishing:accounts:read']);
    const fragment = await authorised();

    expect(codeOf(await about('start-connection', { key: reader }))).toBe('403 permission_missing');
    expect(codeOf(await complete(fragment, { key: reader }))).toBe('403 permission_missing');
    expect(codeOf(await about('set-oauth-app', { key: reader, json: {} }))).toBe('403 permission_missing');
    expect((await about('get-oauth-app', { key: reader })).status).toBe(200);
  });
});
