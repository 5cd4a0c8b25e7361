import type { ServerFacts } from './account.ts';

/** The owner of the credentials, according to the network. */
export type RemoteProfile = {
  /**
   * What identifies the account on its network, whatever the credentials call it; null for the sandbox, which has no accounts. It is
   * compared and never shown.
   */
  readonly identity: string | null;
  readonly username: string;
  readonly name: string | null;
  readonly image: string | null;
  /** What the server of the account says about itself, if it is asked. */
  readonly facts?: ServerFacts | null;
};
