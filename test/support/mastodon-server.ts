import type { Clock } from '#shared/runtime/clock.ts';
import { startNetworkServer } from './network-server.ts';
import type { NetworkAnswer, NetworkServer } from './network-server.ts';
import type { ReceivedRequest } from './receiver-socket.ts';

/** A status as the instance keeps it. */
export type KeptStatus = {
  readonly id: string;
  readonly text: string;
  readonly inReplyToId: string | null;
  readonly mediaIds: readonly string[];
  readonly visibility: string;
  readonly spoilerText: string;
  readonly sensitive: boolean;
  readonly language: string | null;
};

/** A file as the instance keeps it. */
export type KeptFile = {
  readonly id: string;
  readonly mimeType: string;
  readonly fileName: string;
  readonly description: string | null;
  readonly bytes: Uint8Array;
};

/** A Mastodon instance with one account, by its public REST documentation. */
export interface MastodonServer extends NetworkServer {
  readonly token: string;
  readonly statuses: readonly KeptStatus[];
  readonly files: readonly KeptFile[];
  /** Changes what the instance makes of requests. */
  readonly mood: {
    tokenRevoked: boolean;
    loginDisabled: boolean;
    /** Until when every request is refused as one too many. */
    limitedUntil: Date | null;
    /** How often a video is found to be still processing. */
    processingPolls: number;
    processingFails: boolean;
  };
}

const IMAGES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const VIDEOS = ['video/mp4', 'video/quicktime', 'video/webm'];
const VISIBILITIES = ['public', 'unlisted', 'private', 'direct'];
const MAX_CHARACTERS = 500;
const MAX_DESCRIPTION = 1500;
const MAX_FILES = 4;
/** Idempotency keys are kept for an hour. */
const KEY_KEPT_MS = 3_600_000;
const PERIOD_MS = 300_000;
const ACCOUNT = {
  id: '14715',
  username: 'ada',
  acct: 'ada',
  display_name: 'Ada L.',
  locked: false,
  avatar: 'https://files.example/ada.png',
  source: { privacy: 'public', sensitive: false, language: '' },
};

export async function startMastodonServer(clock: Clock, token: string): Promise<MastodonServer> {
  const statuses: KeptStatus[] = [];
  const files: (KeptFile & { polls: number })[] = [];
  const keys = new Map<string, { readonly at: number; readonly id: string }>();
  const mood: MastodonServer['mood'] = {
    tokenRevoked: false,
    loginDisabled: false,
    limitedUntil: null,
    processingPolls: 2,
    processingFails: false,
  };

  async function deal(request: ReceivedRequest, url: URL): Promise<NetworkAnswer> {
    const refused = refuse(request);
    if (refused !== undefined) return refused;
    const answer = await route(`${request.method} ${url.pathname}`, request);
    return {
      ...answer,
      headers: { ...limits(299, new Date(clock().getTime() + PERIOD_MS)), ...answer.headers },
    };
  }

  function refuse({ headers }: ReceivedRequest): NetworkAnswer | undefined {
    const { limitedUntil } = mood;
    if (limitedUntil !== null && clock() < limitedUntil) {
      return { ...problem(429, 'Too many requests'), headers: limits(0, limitedUntil) };
    }
    if (mood.tokenRevoked) return problem(401, 'The access token was revoked');
    if (headers.authorization !== `Bearer ${token}`) return problem(401, 'The access token is invalid');
    return mood.loginDisabled ? problem(403, 'Your login is currently disabled') : undefined;
  }

  async function route(name: string, request: ReceivedRequest): Promise<NetworkAnswer> {
    if (name === 'GET /api/v1/accounts/verify_credentials') return { status: 200, json: ACCOUNT };
    if (name === 'POST /api/v2/media') return takeFile(request);
    if (name === 'POST /api/v1/statuses') return takeStatus(request);
    const [, id] = /^GET \/api\/v1\/media\/(\w+)$/u.exec(name) ?? [];
    return id === undefined ? problem(404, 'Record not found') : showFile(id);
  }

  async function takeFile({ headers, body }: ReceivedRequest): Promise<NetworkAnswer> {
    const parsed = new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    });
    // oxlint-disable-next-line typescript/no-deprecated -- small forms, sent by ourselves
    const form = await parsed.formData();
    const file = form.get('file');
    const description = form.get('description');
    if (!(file instanceof File)) return problem(422, "Validation failed: File can't be blank");
    const isVideo = VIDEOS.includes(file.type);
    if (!isVideo && !IMAGES.includes(file.type)) {
      return problem(422, 'Validation failed: File content type is invalid, File is invalid');
    }
    if (typeof description === 'string' && description.length > MAX_DESCRIPTION) {
      return problem(422, 'Validation failed: Description is too long (maximum is 1500 characters)');
    }
    const kept = {
      id: String(22_348_641 + files.length),
      mimeType: file.type,
      fileName: file.name,
      description: typeof description === 'string' ? description : null,
      bytes: new Uint8Array(await file.arrayBuffer()),
      polls: isVideo ? mood.processingPolls : 0,
    };
    files.push(kept);
    return { status: isVideo ? 202 : 200, json: attachment(kept, !isVideo) };
  }

  function showFile(id: string): NetworkAnswer {
    const file = files.find((one) => one.id === id);
    if (file === undefined) return problem(404, 'Record not found');
    if (mood.processingFails) return problem(422, 'Validation failed: File could not be processed');
    if (file.polls === 0) return { status: 200, json: attachment(file, true) };
    file.polls -= 1;
    return { status: 206 };
  }

  function takeStatus({ headers, body }: ReceivedRequest): NetworkAnswer {
    const key = headers['idempotency-key'];
    const now = clock().getTime();
    const earlier = typeof key === 'string' ? keys.get(key) : undefined;
    const repeated = earlier && now - earlier.at < KEY_KEPT_MS ? earlier.id : undefined;
    const before = statuses.find(({ id }) => id === repeated);
    if (before !== undefined) return { status: 200, json: shown(before) };
    const wanted = readStatus(
      JSON.parse(body.toString()),
      String(103_254_962_155_278_000n + BigInt(statuses.length)),
    );
    const fault = faultOf(wanted);
    if (fault !== undefined) return fault;
    statuses.push(wanted);
    if (typeof key === 'string') keys.set(key, { at: now, id: wanted.id });
    return { status: 200, json: shown(wanted) };
  }

  function faultOf(wanted: KeptStatus): NetworkAnswer | undefined {
    const { text, spoilerText, mediaIds, visibility, inReplyToId } = wanted;
    if (inReplyToId !== null && !statuses.some(({ id }) => id === inReplyToId)) {
      return problem(404, 'The post you are trying to reply to does not appear to exist.');
    }
    const attached = mediaIds.map((id) => files.find((file) => file.id === id));
    if (attached.includes(undefined)) return problem(422, 'Media files do not exist');
    if (attached.length > MAX_FILES) return problem(422, 'Cannot attach more than 4 files');
    if (attached.some((file) => (file?.polls ?? 0) > 0)) {
      return problem(422, 'Cannot attach files that have not finished processing. Try again in a moment!');
    }
    if (text.trim() === '' && mediaIds.length === 0)
      return problem(422, "Validation failed: Text can't be blank");
    if (countCharacters(text, spoilerText) > MAX_CHARACTERS) {
      return problem(422, `Validation failed: Text character limit of ${MAX_CHARACTERS} exceeded`);
    }
    return VISIBILITIES.includes(visibility)
      ? undefined
      : problem(422, 'Validation failed: Visibility is not included in the list');
  }

  const server = await startNetworkServer(deal);
  return { ...server, token, statuses, files, mood };
}

/** Every link of the text counts as 23 characters, and what people take for one character as one; the warning counts too. */
function countCharacters(text: string, spoilerText: string): number {
  const counted = text.replaceAll(/https?:\/\/\S+/gu, 'x'.repeat(23));
  return [...new Intl.Segmenter().segment(spoilerText + counted)].length;
}

function readStatus(input: unknown, id: string): KeptStatus {
  const fields = new Map(typeof input === 'object' && input !== null ? Object.entries(input) : []);
  const text = (name: string): string | null => {
    const value: unknown = fields.get(name);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const media: unknown = fields.get('media_ids');
  return {
    id,
    text: text('status') ?? '',
    inReplyToId: text('in_reply_to_id'),
    mediaIds: Array.isArray(media) ? media.map(String) : [],
    visibility: text('visibility') ?? 'public',
    spoilerText: text('spoiler_text') ?? '',
    sensitive: fields.get('sensitive') === true,
    language: text('language'),
  };
}

function shown(status: KeptStatus): unknown {
  return {
    id: status.id,
    created_at: '2026-01-01T00:00:00.000Z',
    in_reply_to_id: status.inReplyToId,
    sensitive: status.sensitive,
    spoiler_text: status.spoilerText,
    visibility: status.visibility,
    language: status.language,
    uri: `https://social.example/users/ada/statuses/${status.id}`,
    url: `https://social.example/@ada/${status.id}`,
    content: `<p>${status.text}</p>`,
    account: ACCOUNT,
  };
}

function attachment({ id, mimeType, description }: KeptFile, ready: boolean): unknown {
  const url = ready ? `https://files.example/${id}` : null;
  return { id, type: mimeType.startsWith('image/') ? 'image' : 'video', url, description, blurhash: null };
}

function limits(remaining: number, reset: Date): Record<string, string> {
  return {
    'x-ratelimit-limit': '300',
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': reset.toISOString().replace('Z', '000Z'),
  };
}

function problem(status: number, error: string): NetworkAnswer {
  return { status, json: { error } };
}
