/** The AWS identity of the local stack. fauxqs uses this account id, so every other service does too. */
export const LOCAL_AWS = {
  region: 'us-east-1',
  account: '000000000000',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
} as const;
