/** Hostile addresses, as written and as answers of name servers: of this machine, of private networks, or traps. */

/** In every spelling that a URL parser takes for an IPv4 address, and some that it takes for none. */
const V4_SPELLINGS = [
  ['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7F.1', '0x7f.0x0.0x0.0x1', '017700000001'],
  ['0177.0.0.1', '0177.0x0.0.1', '127.0.0.1.', '①②⑦.⓪.⓪.①', '１２７.０.０.１', '127。0。0。1', '%31%32%37.0.0.1'],
  ['127.255.255.254', '0', '0.0.0.0', '0x0', '00', '169.254.169.254', '0xa9fea9fe', '2852039166', '169.254.43518'],
  ['0251.0376.0251.0376', '169.254.170.2', '100.100.100.200', '192.0.0.192', '168.63.129.16', '10.0.0.1', '10.1'],
  ['172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.257', '100.64.0.1', '198.18.0.1', '192.0.2.1'],
  ['224.0.0.1', '240.0.0.1', '255.255.255.255', '4294967295', '0xffffffff', '8.8.8.8', '1.1'],
].flat();

const V6_SPELLINGS = [
  ['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ['[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::a9fe:a9fe]', '[2002:7f00:1::]'],
  ['[2001:0:0:0::1]', '[fc00::1]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]'],
  ['[3fff::1]', '[5f00::1]', '[100::1]', '[100:0:0:1::1]', '[4000::1]', '[2606:4700:4700::1111]'],
].flat();

const LOCAL_NAMES = [
  [
    'localhost',
    'localhost.',
    'LOCALHOST',
    'foo.localhost',
    'ｌｏｃａｌｈｏｓｔ',
    'localhost.localdomain',
    'printer.local',
  ],
  ['metadata.google.internal', 'metadata.internal', 'db.lan', 'intranet', 'kubernetes.default.svc.cluster.local'],
  ['1.0.0.127.in-addr.arpa', 'router.home.arpa', 'hidden.onion', 'studio.test', 'STUDIO.test', 'files.test.'],
].flat();

const LONG_NAME = `${'a'.repeat(60)}.`.repeat(5);

/** Whole addresses, with `PORT` in the place of the port that a test's host listens on. */
const WRITTEN = [
  // Another scheme, or an odd spelling of it
  ['http://files.test:PORT/', 'HTTP://files.test:PORT/', 'file:///etc/passwd', 'gopher://files.test:PORT/'],
  ['ftp://files.test:PORT/', 'data:image/png;base64,AA', 'blob:https://files.test:PORT/x', 'ws://files.test:PORT/'],
  ['javascript:alert(1)', '//files.test:PORT/', 'files.test:PORT', '/etc/passwd', '', 'https:', 'https://'],
  ['https:files.test:PORT/', 'https:/files.test:PORT/', 'https:\\\\127.0.0.1:PORT/', 'https:127.0.0.1:PORT'],
  ['view-source:https://files.test:PORT/', ' https://files.test:PORT/', 'https://files.test:PORT/ '],
  // A user, or what looks like one
  ['https://user@files.test:PORT/', 'https://user:word@files.test:PORT/', 'https://files.test@127.0.0.1:PORT/'],
  ['https://@files.test:PORT/', 'https://:@files.test:PORT/', 'https://files.test%40127.0.0.1:PORT/'],
  ['https://127.0.0.1:PORT#@files.test/', 'https://127.0.0.1:PORT\\@files.test/', 'https://a@b@files.test:PORT/'],
  ['https://files.test:PORT#', 'https://files.test:PORT/x#part', 'https://files.test:PORT?#'],
  // Ports
  ['https://files.test:22/', 'https://files.test:80/', 'https://files.test:0/', 'https://files.test:65535/'],
  ['https://files.test:65536/', 'https://files.test:-1/', 'https://files.test:4e3/', 'https://files.test:8443/'],
  ['https://files.test:6379/', 'https://files.test:PORT:22/', 'https://files.test:PORT@files.test:22/'],
  // White space, controls, breaks of lines, separators
  [
    'https://files.test:PORT/a b',
    'https://files.test:PORT/\t',
    'https://fi\nles.test:PORT/',
    'https://files.test:PORT/\r\nX: y',
  ],
  ['ht\ntps://files.test:PORT/', 'https://files.test\u0000.evil.test:PORT/', 'https://files.test:PORT/\u00a0'],
  ['https://files.test:PORT\\..\\x', 'https://files.test:PORT/\u2028', 'https://files.test:PORT/\ufeff'],
  // Names that are none
  ['https://files..test:PORT/', 'https://.files.test:PORT/', 'https://-a.test:PORT/', 'https://a-.test:PORT/'],
  ['https://a_b.test:PORT/', 'https://test:PORT/', 'https://files.test,other.test:PORT/', 'https://fi*les.test:PORT/'],
  [`https://${LONG_NAME}test:PORT/`, `https://${'a'.repeat(64)}.test:PORT/`],
  ['https://[::1:PORT/', 'https://[fe80::1%25eth0]:PORT/', 'https://files.0x7f:PORT/', 'https://1.2.3.4.5:PORT/'],
  [`https://files.test:PORT/${'x'.repeat(8_000)}`],
].flat();

const hosts = [...V4_SPELLINGS, ...V6_SPELLINGS, ...LOCAL_NAMES];

export const HOSTILE_URLS: readonly string[] = [...hosts.map((host) => `https://${host}:PORT/`), ...WRITTEN];

/** One address each. */
const SINGLE = [
  ['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255', '100.100.100.200'],
  ['127.0.0.1', '127.0.0.2', '127.255.255.255', '168.63.129.16', '169.254.169.254', '169.254.170.2'],
  ['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.31.196.1', '192.52.193.1'],
  ['192.88.99.1', '192.168.0.1', '192.168.255.255', '192.175.48.1', '198.18.0.1', '198.19.255.255'],
  ['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:127.0.0.1', '::127.0.0.1', '::7f00:1'],
  ['64:ff9b::127.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::a9fe:a9fe', '100::1', '100:0:0:1::1', '2001::1'],
  [
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:2::1',
    '2001:3::1',
    '2001:4:112::1',
    '2001:5::1',
    '2001:1ff::1',
    '2001:10::1',
  ],
  ['2001:20::1', '2001:30::1', '2001:db8::1', '2002:7f00:1::', '2002:808:808::1', '2620:4f:8000::1'],
  ['3fff::1', '4000::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fe80::1%lo'],
  ['febf::1', 'fec0::1', 'ff02::1', 'ff0e::1', 'ffff::1', '2606:4700:4700::1111%lo'],
  // No address, or none in a canonical spelling
  ['', 'localhost', '0x7f.1', '0177.0.0.1', '2130706433', '127.1', '8.8.8.8 ', '[::1]', '8.8.8.8/8'],
].flat();

const SEVERAL = [
  // The owner of the name chooses the one to be called.
  ['8.8.8.8', '127.0.0.1'],
  ['127.0.0.1', '8.8.8.8'],
  ['8.8.8.8', '::1'],
  ['2606:4700:4700::1111', '::ffff:127.0.0.1'],
  ['8.8.8.8', '1.1.1.1', '9.9.9.9', '10.0.0.1'],
  [],
  Array.from({ length: 65 }, (_, last) => `8.8.8.${last}`),
];

/** Answers of name servers. */
export const HOSTILE_ANSWERS: readonly (readonly string[])[] = [...SINGLE.map((address) => [address]), ...SEVERAL];

/** Addresses of well-known public hosts. */
export const PUBLIC_ADDRESSES = [
  '1.1.1.1',
  '8.8.8.8',
  '9.9.9.9',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.1',
].concat(
  ['100.63.255.255', '100.128.0.1', '11.0.0.1', '192.0.1.1', '223.255.255.255', '198.17.255.255', '198.20.0.1'],
  ['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450:4001:80b::200e', '2001:200::1', '2400:cb00::1'],
);
