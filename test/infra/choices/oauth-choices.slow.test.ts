import { describe, expect, it } from 'vitest';
import { STAGE_CONFIG, type StageConfig } from '#infra/config.ts';
import { composedApp } from '#test/infra/composed.ts';

const SEALED = Buffer.alloc(200, 7).toString('base64');

function textWith(choices: Partial<StageConfig>): string {
  const app = composedApp('dev', { ...STAGE_CONFIG.dev, ...choices });
  return JSON.stringify(app.synth().stacks.map(({ template }): unknown => template));
}

describe('apps at social networks', { timeout: 60_000 }, () => {
  it('reach the functions that start and complete connections, publish and remove, and no other', () => {
    const text = textWith({ oauthApps: { linkedin: { clientId: 'an-app', sealedSecret: SEALED } } });
    const value = JSON.stringify([{ provider: 'linkedin', clientId: 'an-app', sealedSecret: SEALED }]);

    expect(text.split('"OAUTH_APPS"')).toHaveLength(5);
    expect(text.split(JSON.stringify(value))).toHaveLength(5);
  });

  it.each(['a-readable-secret', '', `${SEALED} `, 'WPL_AP1.abcdefghijklmnopqrstuvwxyz0123456789=='])(
    'are rejected if the secret is not a ciphertext: %j',
    (sealedSecret) => {
      expect(() => textWith({ oauthApps: { linkedin: { clientId: 'an-app', sealedSecret } } })).toThrow(
        'is not a ciphertext of KMS',
      );
    },
  );
});

describe('redirects of connections', { timeout: 60_000 }, () => {
  it('reach the functions that start connections and receive answers, and no other', () => {
    const text = textWith({
      connectRedirectOrigins: ['https://portal.example.com', 'https://admin.example.com:8443'],
    });
    const variable = '"CONNECT_REDIRECT_ORIGINS":"https://portal.example.com,https://admin.example.com:8443"';

    expect(text.split('CONNECT_REDIRECT_ORIGINS')).toHaveLength(3);
    expect(text.split(variable)).toHaveLength(3);
  });

  it.each([
    'portal.example.com',
    'http://portal.example.com',
    'https://portal.example.com/',
    'https://portal.example.com:443',
    'https://portal..example.com:99999',
    '*',
  ])('are rejected if they are none: %s', (origin) => {
    expect(() => textWith({ connectRedirectOrigins: [origin] })).toThrow(
      '`connectRedirectOrigins` is no origin such as https://portal.example.com',
    );
  });
});
