/**
 * A host must not be connected to because one of its addresses is not public (G86, G117). The message names
 * the host only: it can reach a customer, who must learn nothing about addresses inside our network.
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
