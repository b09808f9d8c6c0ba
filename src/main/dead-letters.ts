/** `npm run -s dead-letters`: lists dead letters and retries them. Safe beside a running service. */
import { limits } from '../kernel/limits.ts';
import type { DeadLetter, MessageLog } from '../ports/message-log.ts';
import { withExisting } from './open-existing.ts';
import { runTool } from './tool.ts';

/** `more`: whether there are others that are not listed. */
const listAll = async (messages: MessageLog): Promise<{ readonly letters: DeadLetter[]; readonly more: boolean }> => {
  const letters: DeadLetter[] = [];
  let after: string | undefined;
  do {
    const page = await messages.deadLetters(limits.pageSizeMax, after);
    letters.push(...page.letters);
    after = page.next ?? undefined;
  } while (after !== undefined && letters.length < limits.deadLettersListedMax);
  return { letters, more: after !== undefined };
};

const textOf = (letters: readonly DeadLetter[], more: boolean): string => {
  const count = `${letters.length} dead letter${letters.length === 1 ? '' : 's'}${more ? ', and more' : ''}`;
  const lines = letters.map(
    ({ id, key, attempts, at, reason }) => `${id}  ${key}  ${attempts} times to ${at}: ${reason}`,
  );
  return [count, ...lines].join('\n');
};

await runTool(
  {
    name: 'dead-letters',
    about: 'Lists messages that were given up on, or hands one to its consumers again.',
    operands: '<list | redrive <id>>',
    options: {},
  },
  async (_, say, [what, id, ...more]) => {
    const isList = what === 'list' && id === undefined;
    if (!isList && (what !== 'redrive' || id === undefined || more.length > 0))
      return say.usage('list, or redrive <id>');
    return withExisting(async ({ messages }) => {
      if (id === undefined) {
        const listed = await listAll(messages);
        return say.result({ ok: true, ...listed }, textOf(listed.letters, listed.more));
      }
      await messages.redrive(id);
      return say.result({ ok: true, id }, `${id} is handed over again by a running service`);
    });
  },
);
