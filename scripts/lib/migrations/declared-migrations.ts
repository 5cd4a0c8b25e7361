import { blockWorkspaces } from './declared/block-workspaces.ts';
import { broadcastSenders } from './declared/broadcast-senders.ts';
import { contactListEntries } from './declared/contact-list-entries.ts';
import { sealedSecrets } from './declared/sealed-secrets.ts';
import type { Migration } from './migration.ts';

/** Every migration of this version. An entry is removed with the code that reads the old form, one release after it was required. */
export const MIGRATIONS: readonly Migration[] = [
  contactListEntries,
  broadcastSenders,
  blockWorkspaces,
  sealedSecrets,
];
