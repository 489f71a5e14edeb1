import { z } from 'zod';
import { failure, SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { API_ROOT, hasBody, permissionOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import { CSRF_HEADER, PERMISSION_HEADER, SESSION_COOKIE, TIMESTAMP_PARAM } from '@jwxt/contracts/kernel/transport.ts';

type Json = Record<string, unknown>;

const areaNames: Record<string, string> = {
  session: '登录与会话',
  user: '用户',
  system: '系统设置',
  readModel: '读模型',
  process: '审批流程',
  student: '学生',
  approval: '审批',
  scoreEntry: '成绩录入',
  scoreChange: '成绩更改',
  recognition: '成绩认定',
  file: '附件',
  audit: '审计回放',
  statistics: '统计',
  dictionary: '数据字典',
};

/** The OpenAPI 3.1 document of all operations, made from their schemas. */
export function openApiDocument(operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = API_ROOT + operation.path;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation) };
  }
  const areas = [...new Set(operations.map(areaOf))];
  return {
    openapi: '3.1.0',
    info: {
      title: '教务系统接口',
      version: '1.0.0',
      description:
        '成功时 code 为 "200"，内容在 data 中；失败时给出代码、中文说明与追踪号。除公开接口外均需登录（会话 ' +
        'Cookie），每个请求带 _t（秒）与 csrf 请求头。',
    },
    tags: areas.map((name) => ({ name, description: areaNames[name] ?? name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: '登录后得到的会话' },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: CSRF_HEADER,
          description: 'md5(_t + 密钥)，小写十六进制；登录前用公开密钥，登录后用会话的 csrfSecret',
        },
      },
      schemas: { Failure: schemaOf(failure, 'output') },
      responses: {
        Failure: {
          description: '被拒绝或失败',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
    },
  };
}

function operationObject(operation: Operation): Json {
  const permission = permissionOf(operation);
  const { properties, required, ...rest } = inputObject(operation);
  const inPath = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const parameters: Json[] = [
    { name: TIMESTAMP_PARAM, in: 'query', required: true, description: '请求时间，秒', schema: { type: 'integer' } },
    {
      name: PERMISSION_HEADER,
      in: 'header',
      required: false,
      description: '权限代码',
      schema: { type: 'string', const: permission ?? 'null' },
    },
  ];
  const body: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (inPath.has(name)) parameters.push({ name, in: 'path', required: true, schema });
    else if (!hasBody(operation.method) || operation.inAddress?.includes(name))
      parameters.push({ name, in: 'query', required: required.includes(name), schema });
    else body[name] = schema;
  }
  const needed = required.filter((name) => name in body);
  const bodySchema = { ...rest, properties: body, ...(needed.length > 0 ? { required: needed } : {}) };
  return {
    operationId: operation.id,
    tags: [areaOf(operation)],
    summary: operation.summary,
    description: [whoMayCall(operation), ...(operation.calledBy === undefined ? [] : [operation.calledBy])].join(
      '\n\n',
    ),
    ...(permission === null ? {} : { 'x-permission': permission }),
    security:
      'public' in operation.access
        ? [{ csrf: [] }]
        : [{ session: [], ...(operation.opened === undefined ? { csrf: [] } : {}) }],
    parameters,
    ...(hasBody(operation.method)
      ? { requestBody: { required: true, content: bodyContent(operation, bodySchema) } }
      : {}),
    responses: { 200: successObject(operation), default: { $ref: '#/components/responses/Failure' } },
  };
}

function whoMayCall({ opened, access }: Operation): string {
  if (opened !== undefined) return opened;
  if ('public' in access) return `公开：${access.public}`;
  return 'permission' in access ? `权限：${access.permission}` : '登录即可';
}

function bodyContent({ encoding }: Operation, schema: { properties: Json; required?: string[] }): Json {
  if (encoding !== 'multipart')
    return { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } };
  const file = { type: 'string', format: 'binary', description: '排在其他字段之后' };
  return {
    'multipart/form-data': {
      schema: { ...schema, properties: { ...schema.properties, file }, required: [...(schema.required ?? []), 'file'] },
    },
  };
}

function successObject(operation: Operation): Json {
  if (operation.answer === 'file') {
    return {
      description: '文件',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    };
  }
  const data = schemaOf(operation.output, 'output');
  const said = (code: string) => ({ [code]: { type: 'string', const: SUCCESS_CODE }, message: { type: 'string' } });
  const meta = { type: 'object', properties: said('statusCode'), required: ['statusCode', 'message'] };
  const schema =
    operation.answer === 'meta'
      ? { type: 'object', properties: { meta, data }, required: ['meta', 'data'] }
      : { type: 'object', properties: { ...said('code'), data }, required: ['code', 'message', 'data'] };
  return { description: '成功', content: { 'application/json': { schema } } };
}

function inputObject(operation: Operation): { properties: Json; required: string[] } & Json {
  const {
    properties = {},
    required = [],
    ...rest
  } = schemaOf(operation.input, 'input') as { properties?: Json; required?: string[] } & Json;
  return { properties, required, ...rest };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function areaOf({ id }: Operation): string {
  return id.slice(0, id.indexOf('.'));
}
