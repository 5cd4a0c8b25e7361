/** Hosts of this machine, under any of which the local stack is reachable. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Hosts of the API, and the default host of public pages, as the environment has them. */
export type OwnHosts = { readonly apiHosts: readonly string[]; readonly pageHost: string };

/**
 * Whether a host serves the API. Hosts that serve public pages only, such as the domains of customers, have no console: pages can
 * load scripts of third parties.
 */
export function isApiHost(sent: string, { apiHosts, pageHost }: OwnHosts): boolean {
  const local = pageHost.startsWith('http://') ? LOOPBACK : [];
  return [...apiHosts, ...local].some((host) => nameOf(host) === nameOf(sent));
}

/** Whether public pages and the API have the same origin, as on dev stages and on the local stack. */
export function pagesShareOrigin({ apiHosts, pageHost }: OwnHosts): boolean {
  return isApiHost(pageHost.replace('http://', ''), { apiHosts, pageHost });
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/u, '');
}
