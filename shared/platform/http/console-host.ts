/** Names of the loopback interface: the local stack is reachable under each of them. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The hosts that serve the console, and the default host of public pages, as the environment has them. */
export type OwnHosts = { readonly consoleHosts: readonly string[]; readonly pageHost: string };

/**
 * Whether a host serves the console. Hosts that serve public pages only, such as the domains of customers, have no console: pages can
 * load scripts of third parties.
 */
export function isConsoleHost(sent: string, { consoleHosts, pageHost }: OwnHosts): boolean {
  const local = pageHost.startsWith('http://') ? LOOPBACK : [];
  return [...consoleHosts, ...local].some((host) => nameOf(host) === nameOf(sent));
}

/** The origin for links to the console: the origin of the request, or the first console host if the host of the request has no console. */
export function consoleOrigin(baseUrl: string, hosts: OwnHosts): string {
  const [first] = hosts.consoleHosts;
  return first === undefined || isConsoleHost(new URL(baseUrl).host, hosts) ? baseUrl : `https://${first}`;
}

/**
 * The origins of the console for a content security policy, which knows no IPv6 addresses. On the local stack, the console has the port of
 * the pages and each name of the loopback interface.
 */
export function consoleOrigins({ consoleHosts, pageHost }: OwnHosts): readonly string[] {
  if (!pageHost.startsWith('http://')) return consoleHosts.map((host) => `https://${host}`);
  const { port } = new URL(pageHost);
  return LOOPBACK.filter((host) => !host.startsWith('[')).map((host) => `http://${host}:${port}`);
}

/** Whether public pages and the console have the same origin, as on dev stages and on the local stack. */
export function pagesShareOrigin({ consoleHosts, pageHost }: OwnHosts): boolean {
  return isConsoleHost(pageHost.replace('http://', ''), { consoleHosts, pageHost });
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/u, '');
}
