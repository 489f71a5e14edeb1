import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { z } from 'zod';
import { hasGoodShare } from './shared-log.ts';

/** What the operator is told about a variable when its value is missing or wrong. */
export interface EnvHint {
  /** What a good value looks like, in Chinese, read after “应为”. */
  expected: string;
  /** A secret value is never printed, only its length. */
  secret?: boolean;
}

const hints = z.registry<EnvHint>();

/** Attaches the hint used in messages about this environment variable. Call it before `.default()` or `.optional()`. */
export function described<S extends z.ZodType>(schema: S, hint: EnvHint): S {
  hints.add(schema, hint);
  return schema;
}

/** A TCP port in the environment; 0 lets the system choose. */
export function envPort(): z.ZodType<number> {
  const port = z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((value) => value <= 65_535);
  return described(port, { expected: '0–65535 之间的整数（0 表示由系统选择）' });
}

/** A whole number in the environment between two bounds, both included. */
export function envInteger(min: number, max: number): z.ZodType<number> {
  const integer = z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
  return described(integer, { expected: `${min}–${max} 之间的整数` });
}

/** An address of a service, such as `http://127.0.0.1:8081`. */
export function envHttpUrl(): z.ZodType<string> {
  return described(z.url({ protocol: /^https?$/ }), { expected: '以 http:// 或 https:// 开头的地址' });
}

/** The folder at the root of the project. */
export const projectRoot = resolve(fileURLToPath(new URL('../../..', import.meta.url)));

/**
 * One `@` at most, before the host: another one belongs to a password that is not encoded, and each reader takes it for
 * something else.
 */
function hasOneAt(url: string): boolean {
  const [before = '', ...rest] = (url.split('://')[1] ?? '').split('@');
  return rest.length === 0 || (rest.length === 1 && !/[/?#]/.test(before));
}

/**
 * Connection string of the event store: `esdb://…` for one node, several hosts or `esdb+discover://…` for a cluster.
 */
export const eventStoreUrl = described(
  z
    .string()
    .regex(/^esdb(\+discover)?:\/\/[^/\s]+/)
    .refine((url) => hasOneAt(url) && hasGoodShare(url)),
  {
    expected:
      'esdb:// 或 esdb+discover:// 开头的事件库地址，例如 esdb://127.0.0.1:2113?tls=false；' +
      '几套系统共用一个事件库时，每套另加 &streamPrefix=名称-（名称只含英文字母、数字、_ 和 .）',
  },
);

/** Connection string of PostgreSQL. */
export const databaseUrl = described(
  z
    .string()
    .regex(/^postgres(ql)?:\/\/[^\s]+/)
    .refine((url) => hasOneAt(url) && URL.canParse(url)),
  {
    expected: 'postgres:// 开头的数据库地址，例如 postgres://用户:密码@主机:5432/jwxt',
  },
);

/** Folder of attachments. */
export const filesRoot = described(
  z
    .string()
    .min(1)
    .transform((path) => resolve(path)),
  { expected: '附件目录的路径' },
);

/** Secret with which an operator's tool reads `/metrics`. */
const metricsToken = described(z.string().min(16), { expected: '不少于 16 个字符的密钥', secret: true });

/** Variables which every service reads. Spread into the service's own `z.object({...})`. */
export const commonEnv = {
  LOG_LEVEL: described(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), {
    expected: 'trace、debug、info、warn、error、fatal、silent 之一',
  }).default('info'),
  NODE_ENV: described(z.enum(['development', 'production', 'test']), {
    expected: 'development、production、test 之一',
  }).default('development'),
  JWXT_DATA: described(
    z
      .string()
      .min(1)
      .transform((path) => resolve(path)),
    { expected: '数据目录的路径' },
  ).default(resolve(projectRoot, '.data')),
  METRICS_TOKEN: metricsToken.optional(),
  /** Read by the tracing library; looked at here so that a wrong one is refused instead of sending nothing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: envHttpUrl().optional(),
};

/** Configuration that cannot be used; `lines` has one Chinese sentence for each bad variable. */
export class ConfigError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

/**
 * Validates the environment against a schema. Empty strings count as not set. A value may stand in a file instead, as
 * container platforms hand out secrets: `NAME_FILE` names it. Throws {@link ConfigError}.
 */
export function parseConfig<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv): z.output<S> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = env[name]?.trim() ? env[name] : readSecretFile(name, env[`${name}_FILE`]);
    if (value !== undefined) given[name] = value;
  }
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const bad = new Set(result.error.issues.map((issue) => String(issue.path[0] ?? '')));
  throw new ConfigError([...bad].map((name) => describeProblem(name, given[name], hintOf(schema.shape[name]))));
}

function readSecretFile(name: string, path: string | undefined): string | undefined {
  if (!path?.trim()) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError([
      `配置有误：无法读取环境变量 ${name}_FILE 指定的文件“${path}”：${error instanceof Error ? error.message : ''}`,
    ]);
  }
}

/** Exit code of a process that refuses its configuration (EX_CONFIG of sysexits). */
export const configExitCode = 78;

/**
 * Validates the environment when a process starts. A bad value ends the process with exit code 78 after one Chinese
 * line for each variable: its name, its value (secrets masked) and what is expected.
 */
export function loadConfig<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv = process.env): z.output<S> {
  try {
    return parseConfig(schema, env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.lines) process.stderr.write(`${line}\n`);
    process.exit(configExitCode);
  }
}

/** What people forget in an address with a password. */
const encodingHint = '；用户名和密码中的 @ / : ? # % 等字符须编码，例如 @ 写作 %40';

function describeProblem(name: string, value: string | undefined, hint: EnvHint | undefined): string {
  const expected = hint ? `应为${hint.expected}` : '请检查';
  if (value === undefined) return `配置有误：缺少环境变量 ${name}，${expected}`;
  return (
    `配置有误：环境变量 ${name} 的值${shown(value, hint)}不正确，${expected}` +
    `${/:\/\/\S*@/.test(value) ? encodingHint : ''}`
  );
}

function shown(value: string, hint: EnvHint | undefined): string {
  if (hint?.secret) return `（已隐藏，长度 ${value.length}）`;
  return `“${maskUrlPassword(value)}”`;
}

/** Replaces the password inside an address, to the last `@`, by `***`; other text stays as it is. */
export function maskUrlPassword(text: string): string {
  return text.replace(/(:\/\/[^:/@\s]*:)\S*@/, '$1***@');
}

function hintOf(schema: unknown): EnvHint | undefined {
  let current = schema;
  while (current instanceof z.ZodType) {
    const hint = hints.get(current);
    if (hint) return hint;
    current = 'innerType' in current.def ? current.def.innerType : undefined;
  }
  return undefined;
}
