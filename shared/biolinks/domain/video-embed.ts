/** A video that a page can embed; `src` is built from the video id, never from the submitted URL. */
export type VideoEmbed = {
  readonly provider: 'youtube' | 'vimeo';
  readonly src: string;
};

/** Origins of the players, for `frame-src`. */
export const VIDEO_ORIGINS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;

const [YOUTUBE, VIMEO] = VIDEO_ORIGINS;

/**
 * The player of a video on a known host, which sets no cookies before playback. Returns undefined for any other URL, which is
 * shown as a link.
 */
export function toVideoEmbed(text: string): VideoEmbed | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.port !== '') return undefined;
  const path = url.pathname.split('/').filter((part) => part !== '');
  const start = startSeconds(url);
  return playlist(url, path) ?? youtube(youtubeId(url, path), start) ?? vimeo(url, path, start);
}

/** Names of the start time in the URLs of both sites; of players, of links that people share, and of links in descriptions. */
const START_NAMES = ['t', 'start', 'time_continue'] as const;
/** Seconds, or hours, minutes and seconds with units. */
const SECONDS = /^(\d{1,6})(?:\.\d*)?s?$/u;
const UNITS = /^(?:(\d{1,4})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s?)?$/u;
const CLOCK = /^(?:(\d{1,4}):)?(\d{1,3}):(\d{1,2})$/u;

/** When a video starts, in seconds; 0 without a time in the query or the fragment of its URL. */
function startSeconds({ searchParams, hash }: URL): number {
  const inFragment = new URLSearchParams(hash.slice(1));
  const times = [searchParams, inFragment].flatMap((part) => START_NAMES.map((name) => part.get(name)));
  const time = times.find((each) => each !== null && each !== '')?.toLowerCase() ?? '';
  const seconds = SECONDS.exec(time)?.[1];
  if (seconds !== undefined) return Number(seconds);
  const [, hours = 0, minutes = 0, rest = 0] = UNITS.exec(time) ?? CLOCK.exec(time) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}

/** What a player shows instead of one video: a playlist, or the live stream of a channel. Their words have the length of an id. */
const PLAYED_BY: Readonly<Record<string, readonly [parameter: string, form: RegExp]>> = {
  // Lists of a person, such as LL, and mixes do not play on other sites.
  videoseries: ['list', /^(?:PL|UU|OL)[\w-]{10,62}$/u],
  live_stream: ['channel', /^[\w-]{24}$/u],
};

function playlist({ hostname, searchParams }: URL, path: readonly string[]): VideoEmbed | undefined {
  if (!YOUTUBE_HOSTS.has(hostname)) return undefined;
  const [kind, word = ''] = path[0] === 'playlist' ? ['embed', 'videoseries'] : path;
  if (kind !== 'embed' || path.length > 2 || !Object.hasOwn(PLAYED_BY, word)) return undefined;
  const [parameter, form] = PLAYED_BY[word] ?? ['', /(?!)/u];
  const value = searchParams.get(parameter) ?? '';
  return form.test(value)
    ? { provider: 'youtube', src: `${YOUTUBE}/embed/${word}?${parameter}=${value}` }
    : undefined;
}

function youtubeId({ hostname, searchParams }: URL, path: readonly string[]): string | null | undefined {
  if (hostname === 'youtu.be') return path.length === 1 ? path[0] : undefined;
  if (!YOUTUBE_HOSTS.has(hostname)) return undefined;
  const [kind, id, ...rest] = path;
  if (kind === 'watch' && id === undefined) return searchParams.get('v');
  return kind !== undefined && YOUTUBE_PATHS.has(kind) && rest.length === 0 ? id : undefined;
}

function youtube(id: string | null | undefined, start: number): VideoEmbed | undefined {
  if (typeof id !== 'string' || !/^[\w-]{11}$/u.test(id) || Object.hasOwn(PLAYED_BY, id)) return undefined;
  return { provider: 'youtube', src: `${YOUTUBE}/embed/${id}${start > 0 ? `?start=${start}` : ''}` };
}

/** An unlisted video needs its hash: a path segment or, in a player URL, a parameter. */
function vimeo(
  { hostname, searchParams }: URL,
  path: readonly string[],
  start: number,
): VideoEmbed | undefined {
  const isPlayer = hostname === 'player.vimeo.com' && path[0] === 'video';
  if (!isPlayer && !VIMEO_HOSTS.has(hostname)) return undefined;
  const [id = '', inPath, ...rest] = isPlayer ? path.slice(1) : withoutCollection(path);
  const hash = inPath ?? searchParams.get('h');
  if (rest.length > 0 || !/^\d{1,12}$/u.test(id)) return undefined;
  if (typeof hash === 'string' && !/^[\da-f]{6,40}$/iu.test(hash)) return undefined;
  const unlisted = hash === undefined || hash === null ? '' : `&h=${hash}`;
  const time = start > 0 ? `#t=${start}s` : '';
  return { provider: 'vimeo', src: `${VIMEO}/video/${id}?dnt=1${unlisted}${time}` };
}

/** The path of a video, which Vimeo also shows within a channel, a group or a showcase; their names can be numbers, too. */
function withoutCollection(path: readonly string[]): readonly string[] {
  const [kind = '', , ...inside] = path;
  if (kind === 'channels') return inside;
  const word = IN_COLLECTIONS[kind];
  return word !== undefined && inside[0] === word ? inside.slice(1) : path;
}

const IN_COLLECTIONS: Readonly<Partial<Record<string, string>>> = {
  groups: 'videos',
  album: 'video',
  showcase: 'video',
};
const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
]);
const YOUTUBE_PATHS = new Set(['embed', 'shorts', 'live', 'v']);
const VIMEO_HOSTS = new Set(['vimeo.com', 'www.vimeo.com']);
