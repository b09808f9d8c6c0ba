/** The examples of the document are requests that the service accepts. */
import test, { type ExecutionContext } from 'ava';
import { type ApiRequest, givenApi } from '../../spec/api-spec.ts';
import { workspaceId } from '../../support/http/http-samples.ts';

type Json = Readonly<Record<string, unknown>>;
type Parameter = { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: Json };
type Described = {
  readonly operationId: string;
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: Json }>> };
  readonly responses: Json;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
};

/** The request of an operation, of nothing but the examples that the document has for it. */
const exampleRequest = ({ components }: Document, method: string, path: string, described: Described): ApiRequest => {
  const parameters = described.parameters.map((one) =>
    '$ref' in one ? (components.parameters[one.$ref.replace(/.*\//, '')] as Parameter) : one,
  );
  const values = (place: string): [string, string][] =>
    parameters
      .filter((one) => one.in === place && (one.required || place === 'path'))
      .map(({ name, schema }) => [name, String((schema['examples'] as readonly unknown[] | undefined)?.[0])]);
  const query = new URLSearchParams(values('query')).toString();
  const inPath = new Map(values('path'));
  // The caller is a member of one workspace, which is not that of the examples.
  if (inPath.has('workspaceId')) inPath.set('workspaceId', workspaceId);
  const body = described.requestBody?.content['application/json']?.example;
  return {
    method: method.toUpperCase(),
    path:
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath.get(name) ?? '') + (query === '' ? '' : `?${query}`),
    headers: Object.fromEntries(values('header')),
    ...(body === undefined ? {} : { body }),
  };
};

const refusals = async (t: ExecutionContext, change: (body: Json) => Json): Promise<readonly string[]> => {
  const api = await givenApi(t);
  const document = (await api.when({ path: '/api/v1/openapi?include=extensions' })).body as unknown as Document;
  const found: string[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, described] of Object.entries(methods)) {
      // A stream would be held open; a callback has its proof in its address.
      const { operationId } = described;
      if (operationId === 'streamJob' || operationId === 'takeEngineCallback') continue;
      const asked = exampleRequest(document, method, path, described);
      const body = asked.body === undefined ? {} : { body: change(asked.body as Json) };
      const answer = await api.when({ ...asked, ...body });
      if (answer.status >= 300) found.push(`${operationId}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
  }
  return found;
};

test('each operation accepts the request that its examples make', async (t) => {
  t.deepEqual(await refusals(t, (body) => body), []);
});

test('sabotage: an example with a member that no shape has is refused', async (t) => {
  t.true((await refusals(t, (body) => ({ ...body, unknownMember: 1 }))).length > 20);
});
