/** Who the local stack claims to be: fauxqs answers with this account, so everything else does too. */
export const LOCAL_AWS = {
  region: 'us-east-1',
  account: '000000000000',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
} as const;
