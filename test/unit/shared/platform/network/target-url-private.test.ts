import { describe, expect, it } from 'vitest';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';

const guard = createAddressGuard({ allowedHosts: [], apiHosts: [] });

function codeOf(text: string): string {
  const checked = guard.checkUrl(text);
  return 'code' in checked ? checked.code : 'ok';
}

describe('checkUrl of non-public targets', () => {
  it.each([
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST:8443/',
    'https://ⓛocalhost/',
    'https://a.localhost/',
    'https://printer.local/',
    'https://printer.local./',
    'https://db.internal/',
    'https://metadata.google.internal/',
    'https://home.arpa/',
    'https://nas.home.arpa/',
    'https://localhost.localdomain/',
    'https://wiki.corp/',
    'https://wiki.intranet/',
    'https://db.private/',
    'https://nas.home/',
    'https://nas.lan/',
    'https://hidden.onion/',
    'https://a.alt/',
    'https://a.test/',
    'https://a.invalid/',
    'https://intranet/',
    'https://intranet./',
    'https://com/',
  ])('returns url_not_public for the private name %s', (text) => {
    expect(codeOf(text)).toBe('url_not_public');
  });

  it.each([
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://017700000001/',
    'https://１２７.０.０.１/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://0/',
    'https://10.1.2.3:8443/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://192.168.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[4000::1]/',
  ])('returns url_not_public for the address %s', (text) => {
    expect(codeOf(text)).toBe('url_not_public');
  });
});
