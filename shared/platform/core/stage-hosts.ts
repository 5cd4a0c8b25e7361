/** The hosts on which an operation exists: those of the API, those of pages, or all of them. */
export type ServedAt = 'api' | 'pages' | 'any';

/**
 * The hosts of a stage. Every other host that reaches the functions belongs to a customer and serves pages only. Pages of a deployed stage
 * have hosts of their own, because an HTTP API of their own serves them. Only a local stack can serve them on the hosts of the API.
 */
export type StageHosts = {
  /** The origins of the API, which also serve the console. */
  readonly apiOrigins: readonly string[];
  /** The first of them, for links that outlive a request. */
  readonly apiOrigin: string;
  /** The origin of pages without a custom domain. */
  readonly pageOrigin: string;
  /** Whether pages have an origin of the API. */
  readonly areShared: boolean;
  /** Whether operations that are served there exist on a host, which can have a port. */
  serves(where: ServedAt, host: string): boolean;
  /** What to tell a client that has sent a request for an operation to a host that does not serve it. */
  missing(where: ServedAt): string;
};

/** `apiOrigins` and `pageHost` are the values of the variables. @throws Error without an origin of the API */
export function createStageHosts({
  apiOrigins,
  pageHost,
}: {
  readonly apiOrigins: readonly string[];
  readonly pageHost: string;
}): StageHosts {
  const [apiOrigin] = apiOrigins;
  if (apiOrigin === undefined) throw new Error('API_ORIGINS names no origin');
  const ofPages = pageOrigin(pageHost);
  const names = new Set(apiOrigins.map((origin) => hostName(new URL(origin).host)));
  const areShared = names.has(hostName(new URL(ofPages).host));
  // Only the local stack has no TLS.
  const setting = apiOrigin.startsWith('http:') ? '`LOCAL_HOSTS`' : '`apiHosts` of the stage';
  return {
    apiOrigins,
    apiOrigin,
    pageOrigin: ofPages,
    areShared,
    serves(where, host) {
      if (where === 'any') return true;
      const isOfApi = names.has(hostName(host));
      return where === 'api' ? isOfApi : !isOfApi || areShared;
    },
    missing: (where) =>
      where === 'pages'
        ? `This host serves no pages. Use ${ofPages}, or the domain of the page.`
        : `This host does not serve the API. Use ${apiOrigin}. To serve the API on this host, too, the operator adds it to ${setting}.`,
  };
}

/** An origin that was stored, while it is one of the API; otherwise the first one of the API. */
export function currentOrigin(stored: string, apiOrigins: readonly string[]): string {
  const [first = stored] = apiOrigins;
  return apiOrigins.includes(stored) ? stored : first;
}

/**
 * The name of a host in the form in which names are compared: as browsers write it, in lower case and ASCII, without a port and without a
 * trailing dot (RFC 3986, 3.2.2). A text that is no host is nobody's name.
 */
export function hostName(host: string): string {
  const url = /[/?#@\\]/u.test(host) ? null : URL.parse(`http://${host}`);
  return (url?.hostname ?? host.toLowerCase()).replace(/\.$/u, '');
}

/**
 * Converts `PAGE_HOST` to the scheme and host of the default domain of pages. A plain host uses https; only the local stack sets an
 * `http://` origin.
 */
export function pageOrigin(setting: string): string {
  return setting.startsWith('http://') ? setting : `https://${setting}`;
}
