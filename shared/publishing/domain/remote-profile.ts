/** The owner of the credentials, according to the network. */
export type RemoteProfile = {
  readonly username: string;
  readonly name: string | null;
  readonly image: string | null;
};
