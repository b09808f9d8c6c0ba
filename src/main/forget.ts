/** `npm run -s forget`: erases a person's name. Safe beside a running service. */
import { createNameBook } from '../application/people/name-book.ts';
import { limits } from '../kernel/limits.ts';
import { withExisting } from './open-existing.ts';
import { runTool } from './tool.ts';

/** See `kernel/ids.ts`. A name in its place has no name of its own: nothing would be erased, and all look well. */
const KEY = /^[0-9a-z]{26}$/;

await runTool(
  {
    name: 'forget',
    about: 'Erases the name of a person. The decisions stay in the log, under the key of that person.',
    options: { user: { type: 'string', help: 'the key of the person: `decidedBy.id` in answers (required)' } },
  },
  async ({ user }, say) => {
    if (user === undefined || !KEY.test(user)) {
      return say.usage('--user must be the key of a person, 26 letters and digits: `decidedBy.id` in answers');
    }
    return withExisting(async ({ documents }) => {
      const book = createNameBook(documents);
      const known = (await book.read([user])).get(user)?.body.name ?? null;
      if (known !== null) await book.write(user, null);
      // Also where a tool that died has erased it.
      await documents.forgetReplaced?.();
      if (known === null) return say.result({ ok: true, erased: false }, `no name of ${user} is kept`);
      const seconds = limits.nameAgeMaxMs / 1_000;
      return say.result({ ok: true, erased: true }, `the name is erased, and shown for at most ${seconds} s more`);
    });
  },
);
