/** Delivery by email on its whole way: the service, the mailer, a socket, a mail server. */
import test from 'ava';
import { openMailHost } from '../support/adapters/mail-host.ts';
import { givenClient } from '../support/service/real-service.ts';

const video = { url: 'https://files.test/film.mp4', title: 'The letter' };

test('a message is deferred, refused for good, or delivered, as the mail server replies', async (t) => {
  const replies: (number | null)[] = [451, 550];
  const { port, received } = await openMailHost(t, { recipient: () => replies.shift() ?? null });
  const env = { SMTP_URL: `smtp://localhost:${port}`, SMTP_FROM: 'films@studio.test' };
  const { client } = await givenClient(t, { env });
  const send = async (to: string) =>
    (await client.post('delivery', { video, destinations: [{ type: 'email', to }] })).body;
  const deferred = await send('ada@films.test');
  t.like(deferred['results'], [{ type: 'email', status: 'retrying', code: 'mail_deferred' }]);
  const refused = await send('bob@films.test');
  t.like(refused['results'], [{ type: 'email', status: 'failed', code: 'mail_refused' }]);
  const delivered = await send('eve@films.test');
  t.deepEqual(delivered['results'], [{ index: 0, type: 'email', status: 'delivered' }]);
  t.is(received.length, 1);
  t.true(received[0]?.text.includes(`Message-ID: <${String(delivered['deliveryId'])}@studio.test>`));
  t.true(received[0]?.text.includes('https://files.test/film.mp4'));
});
