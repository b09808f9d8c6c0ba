/** Workspaces, with their members, their limits and their provider keys. */
import { limits } from '../../../kernel/limits.ts';
import {
  array,
  boolean,
  named,
  namedObject,
  nullable,
  object,
  oneOf,
  optional,
  string,
} from '../../../kernel/shape.ts';
import { declaring, linkTo, nextPage } from '../operation.ts';
import { nameOf, pageOf, pageQuery, text, time, workspaceId, yes } from '../shapes/common.ts';

const declare = declaring('workspaces');

const roles = ['owner', 'member'] as const;
const role = named('WorkspaceRole', oneOf(roles));

const workspace = namedObject('Workspace', {
  id: workspaceId,
  name: text('Night Shift Pictures'),
  role,
  personal: boolean({ description: 'made at the first request of its owner' }),
  createdAt: time,
});

const workspaceRequest = namedObject('WorkspaceRequest', { name: nameOf(limits.workspaceNameCharsMax) });

const workspacePage = pageOf('WorkspacePage', 'workspaces', workspace);
const oneWorkspace = namedObject('WorkspaceAnswer', { ok: yes, workspace });
const workspaceDeleted = namedObject('WorkspaceDeleted', { ok: yes, nextWorkspaceId: workspaceId });

const member = namedObject('Member', {
  id: text(
    '5e2pq0v6d8mz2r9t7b5c3n1hja',
    'the key of the user in the log; a path of this workspace takes it as it takes the subject',
  ),
  name: nullable(
    text(
      'Ada Smith',
      "as the user's token says; null where it is not known, was erased, or its user has changed nothing here",
    ),
  ),
  role,
});

const members = namedObject('Members', { ok: yes, members: array(member) });

const memberRequest = namedObject('MemberRequest', {
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

const providerKeyRequest = namedObject('ProviderKeyRequest', {
  key: string({
    // As a header takes it.
    pattern: '^[!-~]+$',
    minLength: limits.ownKeyCharsMin,
    maxLength: limits.remoteKeyCharsMax,
    description: 'the key as the provider gave it; no answer ever has it',
    examples: ['key-of-the-provider'],
  }),
});

const providerKey = namedObject('ProviderKeyAnswer', {
  ok: yes,
  providerKey: namedObject('ProviderKey', {
    provider: text('provider_c'),
    fingerprint: nullable(text('3f9c0a7b5e21d846', 'names the key, and tells nothing of it; null for none')),
  }),
});

const PATH = '/api/v1/workspaces';

export const listWorkspaces = declare({
  method: 'GET',
  path: PATH,
  summary: 'Workspaces that the caller belongs to',
  description:
    'In the order of joining. The personal workspace is among them: the first request of a caller makes it. ' +
    'Pages follow `nextCursor`.',
  authority: 'Read',
  query: object(pageQuery(limits.workspacesPageSizeMax, limits.workspacesPageSizeMax)),
  answers: { 200: workspacePage },
  links: { 200: { next: nextPage('listWorkspaces') } },
});

export const createWorkspace = declare({
  method: 'POST',
  path: PATH,
  summary: 'Create a workspace that the caller owns',
  description: 'The caller becomes its owner. It begins without credits.',
  authority: 'Mutate',
  body: workspaceRequest,
  bodyOptional: true,
  schemaFailureStatus: 400,
  idempotency: 'optional',
  answers: { 201: oneWorkspace },
  links: {
    201: {
      grant: linkTo('grantCredits', { workspaceId: '$response.body#/workspace/id' }),
      members: linkTo('listMembers', { workspaceId: '$response.body#/workspace/id' }),
      remove: linkTo('deleteWorkspace', { id: '$response.body#/workspace/id' }),
    },
  },
  errors: ['invalid_name'],
});

export const deleteWorkspace = declare({
  method: 'DELETE',
  path: PATH,
  summary: 'Remove a workspace that the caller owns; its assets stay',
  description:
    'Its active jobs are cancelled and settled by themselves; its webhooks and provider keys are removed. From its ' +
    'first step on no other call writes in it; the service carries on one whose process died. The personal ' +
    'workspace cannot be removed, and neither can the last one of a caller. Paid credits that are left, held ones ' +
    'included, are given up only with `forfeitCredits=true`.',
  authority: 'Mutate',
  endsWorkspace: true,
  query: object({
    id: string({
      minLength: 1,
      maxLength: limits.projectIdCharsMax,
      description: 'the workspace',
      examples: ['ws_4e1xq0v6d8mz2r9t7b5c3n1hja'],
    }),
    forfeitCredits: optional(
      oneOf(['true', 'false'], { description: 'whether paid credits that are left may be given up', default: 'false' }),
    ),
  }),
  schemaFailureStatus: 400,
  missing: { id: 'workspace_id_required' },
  answers: { 200: workspaceDeleted },
  errors: ['workspace_protected', 'last_workspace', 'workspace_has_credits'],
});

const MEMBERS = `${PATH}/{workspaceId}/members`;
const MEMBER = `${MEMBERS}/{sub}`;

export const listMembers = declare({
  method: 'GET',
  path: MEMBERS,
  summary: 'Members of a workspace, in the order of joining',
  description: 'Every member may ask. Names come from the tokens of the members.',
  authority: 'Read',
  answers: { 200: members },
  entityTag: false,
  extension: true,
});

export const putMember = declare({
  method: 'PUT',
  path: MEMBER,
  summary: 'Let a user act in a workspace, or change the role of a member',
  description:
    'Owners alone may. `sub` is the subject in the tokens of the user, of the same issuer as the token of the ' +
    'caller; or the id of a member here, also of one that has left of late. ' +
    'The service does not know all users: a subject that does not exist yet becomes a member as well. ' +
    'A personal workspace has no other member, and one owner always remains. A repeated call changes nothing.',
  authority: 'Mutate',
  body: memberRequest,
  bodyOptional: true,
  answers: { 200: members },
  links: {
    200: {
      remove: linkTo('removeMember', { workspaceId: '$request.path.workspaceId', sub: '$request.path.sub' }),
    },
  },
  errors: ['workspace_protected', 'last_owner', 'too_many_members'],
  extension: true,
});

export const removeMember = declare({
  method: 'DELETE',
  path: MEMBER,
  summary: 'End the membership of a user',
  description:
    'Owners may, and a member may end its own: `sub` is then its own. The last owner stays. From then on the user ' +
    'is refused with `membership_required`. Only a read in another process ' +
    'may still pass, for one second. Paid work that the user began goes on; the workspace has it. A repeated call ' +
    'changes nothing.',
  authority: 'Mutate',
  answers: { 200: members },
  errors: ['workspace_protected', 'last_owner'],
  extension: true,
});

const PROVIDER_KEY = `${PATH}/{workspaceId}/provider-keys/{provider}`;

export const putProviderKey = declare({
  method: 'PUT',
  path: PROVIDER_KEY,
  summary: 'Bring a key of the workspace for a provider',
  description:
    'The key is sealed at rest and never answered: its fingerprint names it. Work of the workspace at this provider ' +
    'is planned and called under it from then on, in the place of the key of the operator, and costs 0 credits. ' +
    'Another key replaces it for all attempts that are not dispatched. The same key again changes nothing.',
  authority: 'Admin',
  body: providerKeyRequest,
  answers: { 200: providerKey },
  links: {
    200: {
      remove: linkTo('removeProviderKey', {
        workspaceId: '$request.path.workspaceId',
        provider: '$request.path.provider',
      }),
    },
  },
  errors: ['provider_not_configured'],
  extension: true,
});

export const removeProviderKey = declare({
  method: 'DELETE',
  path: PROVIDER_KEY,
  summary: 'Remove the key of the workspace for a provider',
  description:
    'Its sealed bytes are deleted. Attempts under it that are not dispatched fail with `provider_key_removed`; none ' +
    'of them goes to the key of the operator. The outcome of work that the provider has under it stays unknown. ' +
    'A repeated call changes nothing.',
  authority: 'Admin',
  answers: { 200: providerKey },
  extension: true,
});
