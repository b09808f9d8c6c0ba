/** Workspaces. */
import { limits } from '../../../kernel/limits.ts';
import { array, boolean, named, nullable, object, oneOf, optional, string } from '../../../kernel/shape.ts';
import { nameOf, pageOf, text, time, workspaceId, yes } from './common.ts';

const roles = ['owner', 'member'] as const;
const role = named('WorkspaceRole', oneOf(roles));

const workspace = named(
  'Workspace',
  object({
    id: workspaceId,
    name: text('Night Shift Pictures'),
    role,
    personal: boolean({ description: 'made at the first request of its owner' }),
    createdAt: time,
  }),
);

export const workspaceRequest = named('WorkspaceRequest', object({ name: nameOf(limits.workspaceNameCharsMax) }));

export const workspacePage = pageOf('WorkspacePage', 'workspaces', workspace);
export const oneWorkspace = named('WorkspaceAnswer', object({ ok: yes, workspace }));
export const workspaceDeleted = named('WorkspaceDeleted', object({ ok: yes, nextWorkspaceId: workspaceId }));

const member = named(
  'Member',
  object({
    id: text('5e2pq0v6d8mz2r9t7b5c3n1hja', 'the key of the user in the log; a path takes it as it takes the subject'),
    name: nullable(
      text(
        'Ada Smith',
        "as the user's token says; null where it is not known, was erased, or its user has changed nothing here",
      ),
    ),
    role,
  }),
);

export const members = named('Members', object({ ok: yes, members: array(member) }));

export const memberRequest = named(
  'MemberRequest',
  object({
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
  }),
);

export const providerKeyRequest = named(
  'ProviderKeyRequest',
  object({
    key: string({
      // As a header takes it.
      pattern: '^[!-~]+$',
      minLength: limits.ownKeyCharsMin,
      maxLength: limits.remoteKeyCharsMax,
      description: 'the key as the provider gave it; no answer ever has it',
      examples: ['key-of-the-provider'],
    }),
  }),
);

export const providerKey = named(
  'ProviderKeyAnswer',
  object({
    ok: yes,
    providerKey: named(
      'ProviderKey',
      object({
        provider: text('provider_c'),
        fingerprint: nullable(text('3f9c0a7b5e21d846', 'names the key, and tells nothing of it; null for none')),
      }),
    ),
  }),
);
