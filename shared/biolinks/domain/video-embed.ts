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
  return youtube(youtubeId(url, path)) ?? vimeo(url, path);
}

function youtubeId({ hostname, searchParams }: URL, path: readonly string[]): string | null | undefined {
  if (hostname === 'youtu.be') return path.length === 1 ? path[0] : undefined;
  if (!YOUTUBE_HOSTS.has(hostname)) return undefined;
  const [kind, id, ...rest] = path;
  if (kind === 'watch' && id === undefined) return searchParams.get('v');
  return kind !== undefined && YOUTUBE_PATHS.has(kind) && rest.length === 0 ? id : undefined;
}

function youtube(id: string | null | undefined): VideoEmbed | undefined {
  if (typeof id !== 'string' || !/^[\w-]{11}$/u.test(id)) return undefined;
  return { provider: 'youtube', src: `${YOUTUBE}/embed/${id}` };
}

/** An unlisted video needs its hash: a path segment or, in a player URL, a parameter. */
function vimeo({ hostname, searchParams }: URL, path: readonly string[]): VideoEmbed | undefined {
  const isPlayer = hostname === 'player.vimeo.com' && path[0] === 'video';
  if (!isPlayer && !VIMEO_HOSTS.has(hostname)) return undefined;
  const [id = '', inPath, ...rest] = isPlayer ? path.slice(1) : path;
  const hash = isPlayer ? (inPath ?? searchParams.get('h')) : inPath;
  if (rest.length > 0 || !/^\d{1,12}$/u.test(id)) return undefined;
  if (hash === undefined || hash === null) return { provider: 'vimeo', src: `${VIMEO}/video/${id}?dnt=1` };
  if (!/^[\da-f]{6,40}$/iu.test(hash)) return undefined;
  return { provider: 'vimeo', src: `${VIMEO}/video/${id}?dnt=1&h=${hash}` };
}

const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
]);
const YOUTUBE_PATHS = new Set(['embed', 'shorts', 'live', 'v']);
const VIMEO_HOSTS = new Set(['vimeo.com', 'www.vimeo.com']);
