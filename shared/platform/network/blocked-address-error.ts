/**
 * A host has an address that is not public, so no connection is made. The message contains only the host name, because it can
 * reach a customer, who must not see addresses of internal networks.
 */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  readonly code = 'ERR_BLOCKED_ADDRESS';
  readonly hostname: string;

  constructor(hostname: string) {
    super(`${hostname} resolves to an address that is not public`);
    this.hostname = hostname;
  }
}
