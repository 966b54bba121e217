import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPublicAddress } from './address-rules.ts';

test('public addresses are public', () => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '161.25.255.255',
    '161.27.0.0',
    '166.7.255.255',
    '166.12.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:200::1',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ]) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

test('the first and the last address of every special-purpose or cloud-internal IPv4 range are not public', () => {
  for (const [first, last] of [
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.0.2.0', '192.0.2.255'],
    ['192.88.99.0', '192.88.99.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['198.51.100.0', '198.51.100.255'],
    ['203.0.113.0', '203.0.113.255'],
    ['224.0.0.0', '239.255.255.255'],
    ['240.0.0.0', '255.255.255.255'],
    ['168.63.129.16', '168.63.129.16'],
    ['161.26.0.0', '161.26.255.255'],
    ['166.8.0.0', '166.11.255.255'],
  ] as const) {
    for (const address of [first, last, `::ffff:${first}`, `::ffff:${last}`, `64:ff9b::${first}`]) {
      assert.equal(isPublicAddress(address), false, address);
    }
  }
});

test('the fixed addresses of cloud platforms are not public', () => {
  for (const address of [
    '169.254.169.254', // most of them
    '169.254.170.2', // AWS, credentials of containers
    '169.254.170.23', // AWS, identities of pods
    'fd00:ec2::254', // AWS
    'fd20:ce::254', // Google
    '168.63.129.16', // Azure
    '100.100.100.200', // Alibaba
    '192.0.0.192', // Oracle
    'fd00:c1::a9fe:a9fe', // Oracle
    '169.254.42.42', // Scaleway
    'fd00:42::42', // Scaleway
    '161.26.0.7', // IBM
  ])
    assert.equal(isPublicAddress(address), false, address);
});

test('IPv6 outside of global unicast, and reserved ranges within it, are not public', () => {
  for (const address of [
    '::',
    '::1',
    '::127.0.0.1',
    '::8.8.8.8',
    '64:ff9b:1::a9fe:a9fe',
    '100::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
  ]) {
    assert.equal(isPublicAddress(address), false, address);
  }
});

test('what is not an address in its one strict spelling is not public', () => {
  for (const text of [
    '',
    'example.com',
    '8.8.8',
    '010.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8:80',
    '[2606:4700:4700::1111]',
    '2606:4700:4700::1111%eth0',
    'fe80::1%lo',
    ' 8.8.8.8',
    '８.８.８.８',
  ]) {
    assert.equal(isPublicAddress(text), false, text);
  }
});

test('an IPv4 address and its mapped form are judged alike, and no text throws', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(isPublicAddress(`::ffff:${address}`), isPublicAddress(address));
    }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV6()), (text) => {
      assert.equal(typeof isPublicAddress(text), 'boolean');
    }),
  );
});
