import type { Account } from '#shared/publishing/domain/account.ts';

/** The account whose tokens a lease protects. */
export type LeaseOwner = Pick<Account, 'workspaceId' | 'uuid'>;

/**
 * Leases for the renewal of tokens. A network that rotates refresh tokens can revoke all tokens of an account if one is used twice,
 * so the lease is taken before the request to the network.
 */
export type TokenLeases = {
  /** Takes the lease of an account until a time; false while another holder has it. */
  take(account: LeaseOwner, until: Date, now: Date): Promise<boolean>;

  /** Gives back the lease that ends at this time, unless another holder has taken it since. A holder that crashed loses it at its end. */
  release(account: LeaseOwner, until: Date): Promise<void>;
};
