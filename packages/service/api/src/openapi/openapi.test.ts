import { endpoints, type EndpointName } from '@portage/core/schemas';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../../test/createTestServer.js';

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly requestBody?: unknown;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
  }[];
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content: Readonly<Record<string, { readonly schema: object }>>;
      }
    >
  >;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

let parts: TestServer;
let document: Document;
beforeAll(async () => {
  parts = await createTestServer();
  document = (await parts.server.inject({ url: '/openapi.json' })).json<Document>();
});
afterAll(async () => {
  await parts.server.close();
});

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(refsIn)];
}

describe('GET /openapi.json', () => {
  test.each(Object.keys(endpoints) as EndpointName[])('describes %s as it is', (name) => {
    const { method, path, errors, ...endpoint } = endpoints[name];
    const operation = document.paths[path]![method.toLowerCase()]!;
    expect(operation.operationId).toBe(name);
    expect(operation.requestBody !== undefined).toBe('body' in endpoint);
    expect(operation.deprecated ?? false).toBe('deprecated' in endpoint);
    const text = JSON.stringify(operation.responses);
    for (const code of [...errors, 'INVALID_REQUEST', 'UNKNOWN_ERROR'])
      expect(text).toContain(`"${code}"`);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(
      (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path' && parameter.required)
        .map((parameter) => parameter.name),
    ).toEqual(inPath);
  });

  test('says a sentence of every operation, and groups them', () => {
    const operations = Object.values(document.paths).flatMap((each) => Object.values(each));
    for (const { operationId, description, tags } of operations) {
      expect([operationId, description]).toEqual([
        operationId,
        expect.stringMatching(/^[A-Z].{20,}\.$/s),
      ]);
      expect(tags).toHaveLength(1);
    }
    const used = new Set(operations.flatMap(({ tags }) => tags));
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(used);
  });

  test('is OpenAPI 3.1 whose references lead somewhere', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.2.3']);
    const refs = refsIn(document);
    expect(refs.length).toBeGreaterThan(40);
    for (const ref of refs)
      expect(document.components.schemas).toHaveProperty([
        ref.replace('#/components/schemas/', ''),
      ]);
  });

  test('holds schemas that a validator takes, and that judge as the service does', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    for (const [name, schema] of Object.entries(document.components.schemas))
      expect([name, typeof ajv.compile(schema)]).toEqual([name, 'function']);
    const isBody = ajv.compile(document.components.schemas['QuoteBody']!);
    expect([
      isBody({ user: '0x00' }),
      isBody({}),
      isBody({ user: '0x00', amount: 1 }),
      isBody({ user: '0x00', referrer: 'x', unknown: 1 }),
    ]).toEqual([true, false, false, true]);
    const isError = ajv.compile(document.components.schemas['Error']!);
    expect(isError({ message: '', errorCode: 'A', code: 'A', statusCode: 400 })).toBe(true);
  });

  test('says what members mean, in words that editors show too', () => {
    const { QuoteBody, QuoteResponse } = document.components.schemas as Record<
      string,
      {
        properties: Record<
          string,
          { description?: string; properties?: Record<string, { description?: string }> }
        >;
      }
    >;
    expect(
      Object.entries(QuoteBody!.properties)
        .filter(([, { description = '' }]) => description === '')
        .map(([name]) => name),
    ).toEqual([]);
    expect(QuoteBody!.properties['amount']!.description).toMatch(/smallest unit/);
    expect(QuoteResponse!.properties['fees']!.properties!['subsidized']!.description).toBe(
      'Part of the fees that the sponsor pays.',
    );
    const parameters = document.paths['/requests/v2']!['get']!.parameters as readonly {
      name: string;
      description?: string;
    }[];
    expect(parameters.find(({ name }) => name === 'user')?.description).toBe(
      'Payer, recipient or deposit address.',
    );
  });

  test('says which query members there are', () => {
    const { parameters } = document.paths['/intents/status/v3']!['get']!;
    expect(parameters).toMatchObject([
      { name: 'requestId', in: 'query', required: true },
      { name: 'referrer', in: 'query', required: false },
    ]);
    expect(
      Object.keys(document.paths['/intents/status/v3']!['get']!.responses['200']!.content),
    ).toEqual(['application/json', 'text/event-stream']);
  });
});

describe('GET /docs', () => {
  test('is a page that loads nothing from elsewhere', async () => {
    const page = await parts.server.inject({ url: '/docs' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources) {
      expect(source).not.toMatch(/^(?:https?:)?\/\//);
      const asset = await parts.server.inject({
        url: new URL(source, 'http://localhost/docs').pathname,
      });
      expect([source, asset.statusCode]).toEqual([source, 200]);
    }
    const start = await parts.server.inject({ url: '/docs/static/swagger-initializer.js' });
    expect(start.body).toContain('"validatorUrl":null');
    // The bar on top, with the logo of the framework, belongs to the other layout.
    expect(start.body).toContain('"layout":"BaseLayout"');
    expect(page.body).toContain('<title>Portage API</title>');
    expect(page.body).not.toMatch(/favicon-\d/);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    expect(
      (await parts.server.inject({ url: '/docs/json' })).json<Document>().paths,
    ).toHaveProperty(['/quote/v2']);
    const answer = await parts.server.inject({ url: '/chains' });
    expect(answer.headers).not.toHaveProperty('content-security-policy');
  });
});
