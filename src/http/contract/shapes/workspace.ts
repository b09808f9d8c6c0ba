/** Workspaces. */
import { limits } from '../../../kernel/limits.ts';
import { array, boolean, named, namedObject, nullable, oneOf, optional, string } from '../../../kernel/shape.ts';
import { nameOf, pageOf, text, time, workspaceId, yes } from './common.ts';

const roles = ['owner', 'member'] as const;
const role = named('WorkspaceRole', oneOf(roles));

const workspace = namedObject('Workspace', {
  id: workspaceId,
  name: text('Night Shift Pictures'),
  role,
  personal: boolean({ description: 'made at the first request of its owner' }),
  createdAt: time,
});

export const workspaceRequest = namedObject('WorkspaceRequest', { name: nameOf(limits.workspaceNameCharsMax) });

export const workspacePage = pageOf('WorkspacePage', 'workspaces', workspace);
export const oneWorkspace = namedObject('WorkspaceAnswer', { ok: yes, workspace });
export const workspaceDeleted = namedObject('WorkspaceDeleted', { ok: yes, nextWorkspaceId: workspaceId });

const member = namedObject('Member', {
  id: text('5e2pq0v6d8mz2r9t7b5c3n1hja', 'the key of the user in the log; a path takes it as it takes the subject'),
  name: nullable(
    text(
      'Ada Smith',
      "as the user's token says; null where it is not known, was erased, or its user has changed nothing here",
    ),
  ),
  role,
});

export const members = namedObject('Members', { ok: yes, members: array(member) });

export const memberRequest = namedObject('MemberRequest', {
  role: optional(
    named(
      'MemberRole',
      oneOf(roles, {
        description:
          '`owner` may change members and remove the workspace. Left out, a member keeps its role, and a new one ' +
          'becomes a `member`',
      }),
    ),
  ),
});

export const providerKeyRequest = namedObject('ProviderKeyRequest', {
  key: string({
    // As a header takes it.
    pattern: '^[!-~]+$',
    minLength: limits.ownKeyCharsMin,
    maxLength: limits.remoteKeyCharsMax,
    description: 'the key as the provider gave it; no answer ever has it',
    examples: ['key-of-the-provider'],
  }),
});

export const providerKey = namedObject('ProviderKeyAnswer', {
  ok: yes,
  providerKey: namedObject('ProviderKey', {
    provider: text('provider_c'),
    fingerprint: nullable(text('3f9c0a7b5e21d846', 'names the key, and tells nothing of it; null for none')),
  }),
});
