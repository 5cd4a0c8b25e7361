import { describe, expect, it } from 'vitest';
import { readSettings } from '#local/settings.ts';

describe('readSettings', () => {
  it('has the documented defaults', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      hosts: [],
      receiverPort: 3001,
      dataDir: '.local',
      dynamodbEndpoint: undefined,
      throttling: false,
      containers: 1,
      bare: false,
      functionOverrides: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1,localhost', RATE_LIMITS: 'off' },
    });
  });

  it('passes deployment settings through if they are set', () => {
    const given = { RETRY_DELAYS: '1,2', QUEUE_DELAY_LIMIT: '3', DEFER_SECONDS: '4', PROBE_SECONDS: '5' };
    const networks = { NETWORK_ORIGINS: 'telegram=http://127.0.0.1:4000' };

    expect(readSettings({ PORT: '0', ...given, ...networks })).toMatchObject({
      port: 0,
      functionOverrides: { ...given, ...networks },
    });
  });

  it('reads the hosts of the API, without spaces', () => {
    expect(readSettings({ LOCAL_HOSTS: ' mybox, Proxy.example:8443,[fd00::1]:3000,, ' }).hosts).toEqual([
      'mybox',
      'Proxy.example:8443',
      '[fd00::1]:3000',
    ]);
  });

  it.each(['http://mybox', 'mybox/docs', 'my box', 'ada@mybox', 'mybox:port', '*.example.com:70000'])(
    'rejects the host %s',
    (host) => {
      expect(() => readSettings({ LOCAL_HOSTS: host })).toThrow(`not "${host}"`);
    },
  );

  it.each([
    ['RETRY_DELAYS', 'soon'],
    ['RETRY_DELAYS', '1,2,3,4,5,6'],
    ['QUEUE_DELAY_LIMIT', '-1'],
    // SQS delays a message by 900 seconds at most.
    ['QUEUE_DELAY_LIMIT', '901'],
    ['DEFER_SECONDS', '901'],
    // The job after a probe is queued with one more second of delay.
    ['PROBE_SECONDS', '900'],
    ['PROBE_SECONDS', '1.5'],
  ])('rejects %s = %s in one line', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(`${name} cannot be "${value}"`);
  });

  it.each([
    ['on', true],
    ['off', false],
    ['', false],
  ])('reads LOCAL_THROTTLING "%s" as %s', (LOCAL_THROTTLING, throttling) => {
    const { functionOverrides, ...settings } = readSettings({ LOCAL_THROTTLING });

    expect(settings.throttling).toBe(throttling);
    expect(functionOverrides['RATE_LIMITS']).toBe(throttling ? undefined : 'off');
  });

  it.each([
    ['1', true],
    ['on', true],
    ['0', false],
    ['', false],
  ])('reads LOCAL_BARE "%s" as %s', (LOCAL_BARE, bare) => {
    expect(readSettings({ LOCAL_BARE }).bare).toBe(bare);
  });

  it('rejects a switch that is neither on nor off', () => {
    expect(() => readSettings({ LOCAL_THROTTLING: 'yes' })).toThrow('LOCAL_THROTTLING must be on or off');
  });

  it('accepts the maximum delay', () => {
    const longest = { QUEUE_DELAY_LIMIT: '900', DEFER_SECONDS: '899', PROBE_SECONDS: '899' };

    expect(() => readSettings(longest)).not.toThrow();
  });

  it.each(['eighty', '-1', '65536', '80.5'])('rejects the port %s', (port) => {
    expect(() => readSettings({ RECEIVER_PORT: port })).toThrow(/RECEIVER_PORT/);
  });
});
