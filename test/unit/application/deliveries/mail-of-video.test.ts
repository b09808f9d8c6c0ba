import test from 'ava';
import { mailOfVideo } from '../../../../src/application/deliveries/send-email.ts';

test('a message has the title, the link and its expiry, as text and as HTML', (t) => {
  const url = 'https://studio.test/objects/a.mp4?expires=1767323045&signature=abc';
  t.deepEqual(mailOfVideo({ url, title: 'The letter' }), {
    subject: 'Video: The letter',
    text: `A finished video was delivered to you: The letter\n\n${url}\n\nThe link works until 2026-01-02 03:04 UTC.\n`,
    html:
      '<p>A finished video was delivered to you: <b>The letter</b></p>' +
      `<p><a href="${url.replace('&', '&amp;')}">Watch the video</a></p>` +
      '<p>The link works until 2026-01-02 03:04 UTC.</p>',
  });
  const s3 = 'https://s3.test/a.mp4?X-Amz-Date=20260102T020405Z&X-Amz-Expires=3600';
  t.regex(mailOfVideo({ url: s3 })?.text ?? '', /until 2026-01-02 03:04 UTC/);
  t.notRegex(mailOfVideo({ url: 'https://s3.test/a.mp4?expires=soon' })?.text ?? '', /until/);
});

test('no title brings a line or a tag of its own, and only a web address is a link', (t) => {
  const mail = mailOfVideo({ url: 'https://files.test/"><b>', title: 'x\r\nBcc: eve@evil.test <script>&' });
  t.is(mail?.subject, 'Video: x Bcc: eve@evil.test <script>&');
  t.notRegex(mail?.html ?? '', /<script>|""/);
  t.regex(mail?.html ?? '', /&lt;script&gt;&amp;/);
  t.is(mailOfVideo({ url: 'javascript:alert(1)' }), null);
});
