/**
 * Maximum wrong attempts in one window (docs/specification/biolinks.md#page-password). No limit locks a page as a whole: somebody who
 * guesses from other networks must not keep the visitors of the owner out.
 */
export const UNLOCK_LIMITS = {
  /** Of one client at one page. */
  clientOnPage: 10,
  /** Of one IPv6 /48 at one page. A provider often gives a customer the whole /48, which has 65,536 networks of 64 bits. */
  siteOnPage: 30,
  /** Of one IPv4 address or one IPv6 /48 at all pages together, because each attempt costs CPU time. */
  siteOnAllPages: 100,
  /** Of everyone at one page. Above it, the page is guarded: the two limits below replace the first two. */
  guardedPage: 200,
  guardedClient: 3,
  guardedSite: 10,
} as const;

/** The pseudonyms of the networks that an attempt comes from. */
export type ClientNetworks = {
  /** The IPv4 address or the IPv6 /64. */
  readonly client: string;
  /** The IPv4 address or the IPv6 /48. */
  readonly site: string;
};
