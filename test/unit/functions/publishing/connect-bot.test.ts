import { describe, expect, it } from 'vitest';
import { readCredentials } from '#shared/publishing/domain/account-credentials.ts';
import { startAccountApi } from '#test/support/fixtures/publishing/account-api.ts';
import { issuesIn } from '#test/support/fixtures/publishing/post-api.ts';

const SECRET = 'AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const TELEGRAM_TOKEN = `110201543:${SECRET}`;
const CHANNEL = '1012345678900020080';

function telegram(credentials: object = {}) {
  return {
    provider: 'telegram',
    credentials: { bot_token: TELEGRAM_TOKEN, chat_id: '@lamps', ...credentials },
  };
}

function discord(credentials: object = {}) {
  return { provider: 'discord', credentials: { bot_token: 'a-token', channel_id: CHANNEL, ...credentials } };
}

describe('connect-account with a bot', () => {
  it.each([
    [telegram(), { provider: 'telegram', botToken: TELEGRAM_TOKEN, chatId: '@lamps' }],
    [
      telegram({ bot_token: ` ${TELEGRAM_TOKEN}\n`, chat_id: ' -1001234567890 ' }),
      { provider: 'telegram', botToken: TELEGRAM_TOKEN, chatId: '-1001234567890' },
    ],
    [discord(), { provider: 'discord', botToken: 'a-token', channelId: CHANNEL }],
  ])('verifies the credentials with the network and encrypts them: %o', async (json, credentials) => {
    const { api, call } = await startAccountApi();
    const { status, body } = await call('connect-account', { json });
    const [stored] = await api.accounts.findAll(api.workspaceId, [1]);
    const seal = { purpose: 'account', workspace: api.workspaceId, subject: body.data.uuid } as const;

    expect(status).toBe(201);
    expect(api.networks.asked).toEqual([credentials]);
    expect(readCredentials(await api.secrets.open(stored?.sealedCredentials ?? '', seal))).toEqual(
      credentials,
    );
    expect(JSON.stringify([body, [...api.core.events.values()], api.log.lines])).not.toContain(
      credentials.botToken,
    );
  });

  it.each([
    ['a token that is not a number and a secret', telegram({ bot_token: SECRET }), 'bot_token'],
    ['a token with another path', telegram({ bot_token: `${TELEGRAM_TOKEN}/../x` }), 'bot_token'],
    ['a name without @', telegram({ chat_id: 'lamps' }), 'chat_id'],
    ['an id that a number would round', telegram({ chat_id: '-9007199254740993' }), 'chat_id'],
    ['the name of a channel', discord({ channel_id: 'general' }), 'channel_id'],
    ['an id with a path', discord({ channel_id: `${CHANNEL}/x` }), 'channel_id'],
  ])('rejects %s', async (_, json, member) => {
    const { api, call } = await startAccountApi();
    const response = await call('connect-account', { json });

    expect(response.status).toBe(422);
    expect(issuesIn(response)).toEqual([[`#/credentials/${member}`, 'invalid_format']]);
    expect(JSON.stringify(response.body)).not.toContain(SECRET);
    expect(api.networks.asked).toEqual([]);
  });

  it.each([
    [telegram({ chat_id: undefined }), [['#/credentials/chat_id', 'required']]],
    [discord({ bot_token: 'a b' }), [['#/credentials/bot_token', 'invalid_characters']]],
    [discord({ chat_id: '@lamps' }), [['#/credentials/chat_id', 'unknown_field']]],
  ])('rejects missing and unknown fields: %o', async (json, issues) => {
    const { call } = await startAccountApi();

    expect(issuesIn(await call('connect-account', { json }))).toEqual(issues);
  });

  it.each([telegram(), discord()])(
    'returns 503 if the network of $provider does not respond, because nobody entered its address',
    async (json) => {
      const { api, call } = await startAccountApi();
      api.networks.respondWith({ kind: 'unreachable', detail: `No response to ${TELEGRAM_TOKEN}.` });

      const { status, body } = await call('connect-account', { json });

      expect([status, body.code]).toEqual([503, 'temporarily_unavailable']);
      if (json.provider === 'telegram') expect(JSON.stringify(body)).not.toContain(SECRET);
    },
  );
});
