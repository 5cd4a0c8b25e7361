import { createHash, randomBytes } from 'node:crypto';
import type { PartRequest } from '#local/http-part.ts';
import { DAY_SECONDS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';

/** The response of a network, with a JSON body if it has one. */
export type NetworkReply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
};

/** An app that is registered at the authorisation server. */
export type RegisteredApp = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whether a callback address is registered. */
  readonly registers: (redirectUri: string) => boolean;
};

/** A member of the network. */
export type Member = { readonly sub: string; readonly name: string };

type Grant = { readonly member: Member; readonly clientId: string };
type Code = Grant & { readonly redirectUri: string; readonly challenge: string; readonly until: number };

const ACCESS_SECONDS = 60 * DAY_SECONDS;
const REFRESH_SECONDS = 365 * DAY_SECONDS;
const CODE_MS = 30 * MINUTE_MS;

/** What an authorisation server knows, and how it reacts. */
export type TokenMood = {
  /** Who authorises next. */
  member: Member;
  denies: boolean;
  /** Whether the app is approved for refresh tokens. */
  givesRefreshTokens: boolean;
  /** Whether each refresh token is accepted once. A second use revokes every token of the member, as RFC 9700 recommends. */
  rotates: boolean;
  accessSeconds: number;
  /** `refresh_token_expires_in` of responses, which can be anything. */
  refreshSeconds: unknown;
  /** Whether the member has removed the app: the network accepts no token. */
  isRevoked: boolean;
};

/** The authorisation server of a network, according to RFC 6749, RFC 7636 and the public documentation of LinkedIn. */
export function createTokenIssuer(clock: Clock, apps: readonly RegisteredApp[]) {
  const codes = new Map<string, Code>();
  const access = new Map<string, Grant & { readonly until: number }>();
  const refresh = new Map<string, Grant>();
  const spent = new Map<string, Grant>();
  const issued: string[] = [];
  const mood: TokenMood = {
    member: { sub: '782bbtaQ', name: 'Ada L.' },
    denies: false,
    givesRefreshTokens: true,
    rotates: false,
    accessSeconds: ACCESS_SECONDS,
    refreshSeconds: REFRESH_SECONDS,
    isRevoked: false,
  };

  /** The consent page: the member agrees or not, and the browser returns at once. */
  function authorise(url: URL): NetworkReply {
    const read = (name: string): string => url.searchParams.get(name) ?? '';
    const app = apps.find(({ clientId }) => clientId === read('client_id'));
    const redirectUri = read('redirect_uri');
    // The server never redirects to an address that is not registered.
    if (!app?.registers(redirectUri)) return failure(400, 'invalid_request', redirectUri);
    const target = new URL(redirectUri);
    target.searchParams.set('state', read('state'));
    const isComplete =
      read('response_type') === 'code' &&
      read('code_challenge_method') === 'S256' &&
      read('scope').split(' ').includes('w_member_social');
    if (mood.denies || !isComplete) {
      target.searchParams.set('error', mood.denies ? 'user_cancelled_authorize' : 'invalid_request');
    } else {
      const code = secret('code');
      const { member } = mood;
      const until = clock().getTime() + CODE_MS;
      const challenge = read('code_challenge');
      codes.set(code, { member, clientId: app.clientId, redirectUri, challenge, until });
      target.searchParams.set('code', code);
    }
    return { status: 302, headers: { location: target.href } };
  }

  function token({ body }: Pick<PartRequest, 'headers' | 'body'>): NetworkReply {
    const form = new URLSearchParams(body.toString());
    const app = apps.find(({ clientId }) => clientId === form.get('client_id'));
    if (app?.clientSecret !== form.get('client_secret'))
      return failure(401, 'invalid_client', form.get('client_secret'));
    if (form.get('grant_type') === 'authorization_code') return exchange(form, app);
    if (form.get('grant_type') === 'refresh_token') return renew(form.get('refresh_token') ?? '', app);
    return failure(400, 'unsupported_grant_type');
  }

  function exchange(form: URLSearchParams, { clientId }: RegisteredApp): NetworkReply {
    const sent = form.get('code') ?? '';
    const code = codes.get(sent);
    codes.delete(sent);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      code?.clientId === clientId &&
      code.redirectUri === form.get('redirect_uri') &&
      code.challenge === challenge &&
      code.until > clock().getTime();
    return isGood ? issue({ member: code.member, clientId }) : failure(400, 'invalid_request', sent);
  }

  function renew(sent: string, { clientId }: RegisteredApp): NetworkReply {
    const reused = spent.get(sent);
    if (reused) revoke(reused.member);
    const grant = refresh.get(sent);
    if (mood.isRevoked || grant?.clientId !== clientId) return failure(400, 'invalid_grant', sent);
    if (!mood.rotates) return issue(grant, sent);
    refresh.delete(sent);
    spent.set(sent, grant);
    return issue(grant);
  }

  function issue(grant: Grant, kept?: string): NetworkReply {
    const { accessToken, refreshToken } = tokensFor(grant, kept);
    const ends = refreshToken === undefined ? {} : { refresh_token_expires_in: mood.refreshSeconds };
    return {
      status: 200,
      // LinkedIn's documented response has no `token_type`.
      json: {
        access_token: accessToken,
        expires_in: mood.accessSeconds,
        refresh_token: refreshToken,
        ...ends,
        scope: 'openid,profile,w_member_social',
        id_token: 'not-a-signed-token',
      },
    };
  }

  function tokensFor(grant: Grant, kept?: string) {
    const accessToken = secret('access');
    access.set(accessToken, { ...grant, until: clock().getTime() + mood.accessSeconds * 1000 });
    const refreshToken = mood.givesRefreshTokens ? (kept ?? secret('refresh')) : undefined;
    if (refreshToken !== undefined) refresh.set(refreshToken, grant);
    return { accessToken, refreshToken };
  }

  function revoke({ sub }: Member): void {
    for (const tokens of [access, refresh])
      for (const [value, grant] of tokens) if (grant.member.sub === sub) tokens.delete(value);
  }

  function secret(kind: string): string {
    const value = `${kind}-${randomBytes(24).toString('base64url')}`;
    issued.push(value);
    return value;
  }

  return {
    mood,
    /** Every code and token that was issued, and the secrets of the apps. */
    secrets: () => [...issued, ...apps.map(({ clientSecret }) => clientSecret)],
    authorise,
    token,
    revoke,
    /** Ends access tokens, but not refresh tokens. */
    expireAccess: () => access.clear(),
    /** Whether the server accepts this refresh token. */
    acceptsRefresh: (value: string | null) => value !== null && refresh.has(value),
    /** The member of an access token. */
    memberOf({ headers }: Pick<PartRequest, 'headers' | 'body'>): Member | undefined {
      const grant = access.get(headers.authorization?.replace('Bearer ', '') ?? '');
      return !mood.isRevoked && grant && grant.until > clock().getTime() ? grant.member : undefined;
    },
    /** Tokens that a member received earlier. */
    grantNow: (clientId: string) => tokensFor({ member: mood.member, clientId }),
  };
}

/** The description repeats what was sent, as a careless server does. */
function failure(status: number, error: string, repeated: string | null = ''): NetworkReply {
  return { status, json: { error, error_description: `Rejected: ${repeated}` } };
}
