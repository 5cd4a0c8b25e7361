import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '#shared/runtime/clock.ts';
import { blobCid, checkPost, postSchema, recordCid } from './bluesky-records.ts';
import type { KeptBlob, PostValue } from './bluesky-records.ts';
import { startNetworkServer } from './network-server.ts';
import type { NetworkAnswer, NetworkServer } from './network-server.ts';
import type { ReceivedRequest } from './receiver-socket.ts';

/** A post as the repository keeps it. */
export type KeptRecord = { readonly uri: string; readonly cid: string; readonly value: PostValue };

/** A personal data server with one account, by the public lexicons of the AT Protocol. */
export interface BlueskyServer extends NetworkServer {
  readonly account: { readonly did: string; readonly handle: string; readonly appPassword: string };
  /** By record key, in the order they were first written. */
  readonly records: ReadonlyMap<string, KeptRecord>;
  /** How many commits wrote each record: more than one means that it was changed after it was out. */
  readonly commits: ReadonlyMap<string, number>;
  readonly blobs: ReadonlyMap<string, KeptBlob>;
  /** Tokens given out so far. */
  readonly tokens: readonly string[];
  /** Changes what the server makes of requests. */
  readonly mood: {
    passwordRevoked: boolean;
    factorRequired: boolean;
    deactivated: boolean;
    tokensExpire: boolean;
    limitedUntil: Date | null;
    withoutView: boolean;
    /** Accounts that can be mentioned. */
    handles: Record<string, string>;
  };
}

const ACCOUNT = { did: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz', handle: 'ada.example.com' };
const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/u;
const COLLECTION = 'app.bsky.feed.post';

const loginSchema = v.object({ identifier: v.string(), password: v.string() });
const putSchema = v.object({
  repo: v.string(),
  collection: v.string(),
  rkey: v.string(),
  record: v.unknown(),
  swapRecord: v.optional(v.nullable(v.string())),
});

export async function startBlueskyServer(clock: Clock, appPassword: string): Promise<BlueskyServer> {
  const records = new Map<string, KeptRecord>();
  const commits = new Map<string, number>();
  const blobs = new Map<string, KeptBlob>();
  const tokens: string[] = [];
  const mood: BlueskyServer['mood'] = {
    passwordRevoked: false,
    factorRequired: false,
    deactivated: false,
    tokensExpire: false,
    limitedUntil: null,
    withoutView: false,
    handles: { [ACCOUNT.handle]: ACCOUNT.did },
  };

  function deal(request: ReceivedRequest, url: URL): NetworkAnswer {
    const { limitedUntil } = mood;
    if (limitedUntil !== null && clock() < limitedUntil) {
      return {
        ...problem(429, 'RateLimitExceeded', 'Rate Limit Exceeded'),
        headers: limits(0, limitedUntil),
      };
    }
    const answer = route(`${request.method} ${url.pathname}`, request, url.searchParams);
    return { ...answer, headers: limits(2999, new Date(clock().getTime() + 300_000)) };
  }

  function route(name: string, request: ReceivedRequest, query: URLSearchParams): NetworkAnswer {
    switch (name) {
      case 'POST /xrpc/com.atproto.server.createSession':
        return signIn(request);
      case 'GET /xrpc/com.atproto.identity.resolveHandle':
        return resolve(query.get('handle') ?? '');
      case 'GET /xrpc/com.atproto.repo.getRecord':
        return getRecord(query);
      case 'GET /xrpc/app.bsky.actor.getProfile':
        return refuse(request) ?? showProfile();
      case 'POST /xrpc/com.atproto.repo.uploadBlob':
        return refuse(request) ?? takeBlob(request);
      case 'POST /xrpc/com.atproto.repo.putRecord':
        return refuse(request) ?? putRecord(request);
      default:
        return problem(501, 'MethodNotImplemented', 'Method Not Implemented');
    }
  }

  function signIn({ body }: ReceivedRequest): NetworkAnswer {
    const login = v.safeParse(loginSchema, JSON.parse(body.toString()));
    if (!login.success) return problem(400, 'InvalidRequest', 'Input must have identifier and password');
    const { identifier, password } = login.output;
    const isKnown = [ACCOUNT.handle, ACCOUNT.did, 'ada@example.com'].includes(identifier.toLowerCase());
    if (!isKnown || password !== appPassword || mood.passwordRevoked) {
      return problem(401, 'AuthenticationRequired', 'Invalid identifier or password');
    }
    if (mood.factorRequired) {
      const text = 'A sign in code has been sent to your email address';
      return problem(401, 'AuthFactorTokenRequired', text);
    }
    const accessJwt = `eyJ.${randomUUID()}.access`;
    tokens.push(accessJwt);
    const status = mood.deactivated ? { active: false, status: 'deactivated' } : { active: true };
    return {
      status: 200,
      json: { ...ACCOUNT, ...status, accessJwt, refreshJwt: `eyJ.${randomUUID()}.refresh` },
    };
  }

  function refuse({ headers }: ReceivedRequest): NetworkAnswer | undefined {
    const { authorization } = headers;
    if (authorization === undefined) return problem(401, 'AuthMissing', 'Authentication Required');
    if (!tokens.some((token) => authorization === `Bearer ${token}`)) {
      return problem(400, 'InvalidToken', 'Token could not be verified');
    }
    return mood.tokensExpire ? problem(400, 'ExpiredToken', 'Token has expired') : undefined;
  }

  function resolve(handle: string): NetworkAnswer {
    const did = mood.handles[handle];
    return did === undefined
      ? problem(400, 'InvalidRequest', 'Unable to resolve handle')
      : { status: 200, json: { did } };
  }

  function showProfile(): NetworkAnswer {
    if (mood.withoutView) return problem(501, 'MethodNotImplemented', 'Method Not Implemented');
    const avatar = 'https://cdn.example/img/avatar/ada';
    return { status: 200, json: { ...ACCOUNT, displayName: 'Ada L.', avatar, postsCount: records.size } };
  }

  function takeBlob({ headers, body }: ReceivedRequest): NetworkAnswer {
    const mimeType = headers['content-type'] ?? 'application/octet-stream';
    const cid = blobCid(body);
    blobs.set(cid, { mimeType, bytes: new Uint8Array(body) });
    const blob = { $type: 'blob', ref: { $link: cid }, mimeType, size: body.length };
    return { status: 200, json: { blob } };
  }

  function putRecord({ body }: ReceivedRequest): NetworkAnswer {
    const put = v.safeParse(putSchema, JSON.parse(body.toString()));
    if (!put.success) return problem(400, 'InvalidRequest', 'Input is not a write of a record');
    const { repo, collection, rkey, record, swapRecord } = put.output;
    if (repo !== ACCOUNT.did && repo !== ACCOUNT.handle)
      return problem(401, 'AuthenticationRequired', 'Not yours');
    if (collection !== COLLECTION)
      return problem(400, 'InvalidRequest', `Unknown lexicon type: ${collection}`);
    if (!TID.test(rkey))
      return problem(400, 'InvalidRequest', `Invalid record key for ${COLLECTION}: ${rkey}`);
    const parsed = v.safeParse(postSchema, record);
    const fault = parsed.success ? checkPost(parsed.output, blobs) : v.getDotPath(parsed.issues[0]);
    if (!parsed.success || fault !== undefined) {
      return problem(400, 'InvalidRequest', `Invalid ${COLLECTION} record: ${fault}`);
    }
    const uri = `at://${ACCOUNT.did}/${COLLECTION}/${rkey}`;
    const cid = recordCid(record);
    const current = records.get(rkey);
    const json = { uri, cid, validationStatus: 'valid' };
    // The same bytes once more are no commit.
    if (current?.cid === cid) return { status: 200, json };
    if (swapRecord !== undefined && swapRecord !== (current?.cid ?? null)) {
      return problem(400, 'InvalidSwap', `Record was at ${current?.cid ?? 'null'}`);
    }
    records.set(rkey, { uri, cid, value: parsed.output });
    commits.set(rkey, (commits.get(rkey) ?? 0) + 1);
    return { status: 200, json: { ...json, commit: { cid: recordCid(commits.size), rev: rkey } } };
  }

  function getRecord(query: URLSearchParams): NetworkAnswer {
    const rkey = query.get('rkey') ?? '';
    const kept =
      query.get('repo') === ACCOUNT.did && query.get('collection') === COLLECTION && records.get(rkey);
    if (!kept) return problem(400, 'RecordNotFound', `Could not locate record: ${rkey}`);
    return { status: 200, json: kept };
  }

  const server = await startNetworkServer(deal);
  return { ...server, account: { ...ACCOUNT, appPassword }, records, commits, blobs, tokens, mood };
}

function limits(remaining: number, reset: Date): Record<string, string> {
  return {
    'ratelimit-limit': '3000',
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil(reset.getTime() / 1000)),
    'ratelimit-policy': '3000;w=300',
  };
}

function problem(status: number, error: string, message: string): NetworkAnswer {
  return { status, json: { error, message } };
}
