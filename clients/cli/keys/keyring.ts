/** The place where the operating system keeps passwords. Accounts are names of profiles. */
export type Keyring = {
  read(account: string): Promise<string | undefined>;
  write(account: string, key: string): Promise<void>;
  remove(account: string): Promise<void>;
};
