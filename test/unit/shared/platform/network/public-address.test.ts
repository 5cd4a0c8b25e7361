import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#shared/platform/network/address-guard.ts';

/** First and last address of every IPv4 block that is not globally routable. */
const blockedV4 = {
  '0/8 this network': ['0.0.0.0', '0.255.255.255'],
  '10/8 private': ['10.0.0.0', '10.255.255.255'],
  '100.64/10 carrier-grade NAT': ['100.64.0.0', '100.127.255.255'],
  '127/8 loopback': ['127.0.0.0', '127.0.0.1', '127.255.255.255'],
  '169.254/16 link-local and metadata': [
    '169.254.0.0',
    '169.254.169.254',
    '169.254.170.2',
    '169.254.255.255',
  ],
  '172.16/12 private': ['172.16.0.0', '172.31.255.255'],
  '192.0.0/24 protocol assignments': ['192.0.0.0', '192.0.0.192', '192.0.0.255'],
  '192.0.2/24 documentation': ['192.0.2.0', '192.0.2.255'],
  '192.31.196/24 AS112': ['192.31.196.0', '192.31.196.255'],
  '192.52.193/24 AMT': ['192.52.193.0', '192.52.193.255'],
  '192.88.99/24 6to4 relay': ['192.88.99.0', '192.88.99.255'],
  '192.168/16 private': ['192.168.0.0', '192.168.255.255'],
  '192.175.48/24 AS112': ['192.175.48.0', '192.175.48.255'],
  '198.18/15 benchmarking': ['198.18.0.0', '198.19.255.255'],
  '198.51.100/24 documentation': ['198.51.100.0', '198.51.100.255'],
  '203.0.113/24 documentation': ['203.0.113.0', '203.0.113.255'],
  '224/4 multicast': ['224.0.0.0', '239.255.255.255'],
  '240/4 reserved and broadcast': ['240.0.0.0', '255.255.255.254', '255.255.255.255'],
};

const blockedV6 = {
  unspecified: ['::'],
  loopback: ['::1', '0:0:0:0:0:0:0:1'],
  'IPv4-compatible': ['::7f00:1', '::127.0.0.1', '::8.8.8.8'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1'],
  'NAT64 64:ff9b::/96': ['64:ff9b::7f00:1', '64:ff9b::169.254.169.254'],
  'NAT64 64:ff9b:1::/48': ['64:ff9b:1::a00:1'],
  'discard 100::/64': ['100::1', '100:0:0:1::1'],
  '2001::/23 protocol assignments': ['2001:1::1', '2001:1ff:ffff::1'],
  'Teredo 2001::/32': ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'benchmarking 2001:2::/48': ['2001:2::1'],
  'AMT 2001:3::/32': ['2001:3::1'],
  'AS112 2001:4:112::/48': ['2001:4:112::1'],
  'ORCHID 2001:10::/28 and 2001:20::/28': ['2001:10::1', '2001:2f:ffff::1'],
  'drone ids 2001:30::/28': ['2001:30::1'],
  'documentation 2001:db8::/32': ['2001:db8::1', '2001:db8:ffff:ffff::1'],
  '6to4 2002::/16': ['2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:808:808::1'],
  'AS112 2620:4f:8000::/48': ['2620:4f:8000::1'],
  'documentation 3fff::/20': ['3fff::1', '3fff:fff:ffff::1'],
  'unassigned above 2000::/3': ['4000::1', '8000::1'],
  'segment routing 5f00::/16': ['5f00::1'],
  'unique local fc00::/7': ['fc00::1', 'fd00:ec2::254', 'fdff:ffff::1'],
  'link-local fe80::/10': ['fe80::1', 'febf::1'],
  'site-local fec0::/10': ['fec0::1'],
  'multicast ff00::/8': ['ff02::1', 'ff0e::1'],
};

describe('isPublicAddress', () => {
  it.each(Object.entries({ ...blockedV4, ...blockedV6 }))('rejects %s', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it.each([
    [
      'just outside the rejected IPv4 blocks',
      [
        '1.0.0.0',
        '9.255.255.255',
        '11.0.0.0',
        '100.63.255.255',
        '100.128.0.0',
        '126.255.255.255',
        '128.0.0.0',
        '169.253.255.255',
        '169.255.0.0',
        '172.15.255.255',
        '172.32.0.0',
        '192.0.1.0',
        '192.167.255.255',
        '192.169.0.0',
        '198.17.255.255',
        '198.20.0.0',
        '223.255.255.255',
        '8.8.8.8',
      ],
    ],
    ['in global IPv6 space', ['2001:4860:4860::8888', '2606:4700::1111', '2a00:1450:4001::1', '2001:200::1']],
  ])('accepts addresses %s', (_, addresses) => {
    expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  it.each([
    '',
    'example.com',
    '8.8.8',
    '8.8.8.8.8',
    '0x08.8.8.8',
    '010.8.8.8',
    ' 8.8.8.8',
    '8.8.8.8/32',
    '[2606:4700::1111]',
    '2606:4700::1111%eth0',
    'fe80::1%eth0',
    '134744072',
  ])('rejects %j, which is not one plain address', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});
