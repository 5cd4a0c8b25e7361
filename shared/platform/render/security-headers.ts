import { createHash } from 'node:crypto';

/** What a document contains besides text, pictures and its own stylesheet. */
export type Contents = {
  readonly style: string;
  readonly inlineScripts: readonly string[];
  readonly scriptHosts: readonly string[];
  readonly connectHosts: readonly string[];
  readonly frameHosts: readonly string[];
  /** Hosts of video players, which may use `PLAYER_FEATURES`. */
  readonly playerHosts: readonly string[];
};

/** How another page may show a document. */
export type Framing = {
  /** The origins of the pages that may show the document in a frame. */
  readonly ancestors: readonly string[];
  /** What the document may do although it has no origin (`sandbox` of the policy). */
  readonly sandbox: readonly string[];
};

/** Browser features that no page uses. */
const FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];
/** Browser features that players may use. */
const PLAYER_FEATURES = ['fullscreen', 'picture-in-picture'];

/**
 * The security headers of a document. The policy allows inline scripts and styles only by hash, and no inline handlers or
 * style attributes. The local stack uses plain http, so there `upgrade-insecure-requests` is omitted. Without `framing`, no page may
 * show the document in a frame.
 */
export function securityHeaders(
  contents: Contents,
  isHttps: boolean,
  framing?: Framing,
): Record<string, string> {
  return {
    'Content-Security-Policy': contentPolicy(contents, isHttps, framing),
    'Permissions-Policy': permissionsPolicy(contents.playerHosts),
    'Referrer-Policy': framing ? 'no-referrer' : 'strict-origin-when-cross-origin',
    // A browser does not open a document that has both this header and a sandbox. X-Frame-Options cannot name other origins.
    ...(framing ? {} : { 'Cross-Origin-Opener-Policy': 'same-origin', 'X-Frame-Options': 'DENY' }),
  };
}

function contentPolicy(contents: Contents, isHttps: boolean, framing: Framing | undefined): string {
  const scripts = [...contents.inlineScripts.map(hashSource), ...contents.scriptHosts];
  const directives: readonly (readonly [string, readonly string[]])[] = [
    ['default-src', ["'none'"]],
    ['img-src', ["'self'", 'https:', 'data:']],
    ['style-src', ["'self'", hashSource(contents.style)]],
    ['script-src', scripts.length === 0 ? ["'none'"] : scripts],
    ['font-src', ["'self'"]],
    ['connect-src', ["'self'", ...contents.connectHosts]],
    ['frame-src', contents.frameHosts],
    ['form-action', [framing ? "'none'" : "'self'"]],
    ['base-uri', ["'none'"]],
    ['frame-ancestors', framing?.ancestors ?? ["'none'"]],
    ['sandbox', framing?.sandbox ?? []],
  ];
  const stated = directives
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`);
  return [...stated, ...(isHttps ? ['upgrade-insecure-requests'] : [])].join('; ');
}

function permissionsPolicy(playerHosts: readonly string[]): string {
  const players = playerHosts.map((host) => `"${host}"`);
  const list = players.length === 0 ? '()' : `(self ${[...new Set(players)].join(' ')})`;
  return [...FEATURES.map((name) => `${name}=()`), ...PLAYER_FEATURES.map((name) => `${name}=${list}`)].join(
    ', ',
  );
}

/** The source expression of an inline script or style (CSP 3, 2.3.1). */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
