import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { referenceResources } from '@jwxt/contracts/base-info/reference.resource.ts';
import { leavesOf } from '@jwxt/contracts/kernel/dictionary-code.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';
import { allRoutes } from '../all-areas.ts';

const lines: string[] = [];
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({
    policies: [],
    logger: createLogger('test', { level: 'trace', destination: { write: (line: string) => void lines.push(line) } }),
  });
  await t.accept('reference.load', { resource: 'role', rows: [{ jsbh: '01', jsmc: '系统管理员', jslx: '1' }] });
});
afterAll(() => t.stop());

const withSecrets = allRoutes.map(({ definition }) => definition).filter(({ secret = [] }) => secret.length > 0);
const mark = 'Zq7Secret#Mark';

/** One payload for each command that carries a secret; `value` stands wherever the secret goes. */
const payloads: Readonly<Record<string, (value: string) => object>> = {
  'user.changePassword': (value) => ({ oldPassword: value, newPassword: `${value}9` }),
  'reference.load': (value) => ({
    resource: 'userAccount',
    rows: [{ userName: 'secret1', name: '赵', kind: 'casual', password: value }],
  }),
  'user.setAdministratorPassword': (value) => ({ password: value, first: false }),
  'user.setPasswords': (value) => ({ passwords: [{ userName: 'secret1', password: value }], mustChange: '1' }),
  'systemUser.create': (value) => ({
    userName: 'secret2',
    password: value,
    name: '钱',
    departmentId: null,
    mobile: null,
    email: null,
    validTo: null,
  }),
  'systemUser.syncUserInfo': (value) => ({ people: [{ userName: 'secret3', password: value }] }),
};

/** Every text that was stored anywhere in the database. */
async function everythingStored(): Promise<string> {
  const { rows: tables } = await t.app.services.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await t.app.services.pool.query<{ text: string }>(
      `select row_to_json(any_row)::text as text from ${name} any_row`,
    );
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

/** A secret as it could be found or guessed: itself, and its plain hashes. */
const traces = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('base64'),
  ...['md5', 'sha1', 'sha256', 'sha512'].flatMap((name) =>
    ['hex', 'base64'].map((form) =>
      createHash(name)
        .update(secret)
        .digest(form as 'hex'),
    ),
  ),
];

test('each command that carries a secret has its payload here', () => {
  expect(withSecrets.map(({ name }) => name).toSorted()).toEqual(Object.keys(payloads).toSorted());
});

test('a part that is named as a secret is declared as one', () => {
  // 政治面貌 is no 密码.
  const named = /password|secret|passwd|pwd|(?<!zzm?)mm$/i;
  const secretsIn = (schema: z.ZodType, path: readonly string[] = []): string[] =>
    leavesOf(schema, path)
      .map((leaf) => leaf.path)
      .filter((leaf) => named.test(leaf.split('.').at(-1) ?? ''));
  for (const { definition } of allRoutes)
    expect(definition.secret ?? [], definition.name).toEqual(expect.arrayContaining(secretsIn(definition.payload)));
  const ofLoads = withSecrets.find((definition) => definition.name === 'reference.load')?.secret;
  const found = referenceResources.flatMap(({ row }) => secretsIn(row, ['rows']));
  expect(found).toContain('rows.password');
  expect(ofLoads).toEqual(expect.arrayContaining(found));
});

test('no secret, and no plain hash of one, is in database, log or answers; nothing kept depends on it', async () => {
  const answers: string[] = [];
  const send = async (name: string, payload: object, commandId: string): Promise<unknown> => {
    const answer = await t.send(name, payload, { commandId, actor: person('secret1') });
    answers.push(JSON.stringify(answer));
    return answer;
  };
  for (const [name, payload] of [
    ['reference.load', payloads['reference.load']!(mark)],
    ['user.changePassword', payloads['user.changePassword']!(mark)],
    ['user.setAdministratorPassword', payloads['user.setAdministratorPassword']!(mark)],
    ['systemUser.create', payloads['systemUser.create']!(mark)],
    ['systemUser.syncUserInfo', payloads['systemUser.syncUserInfo']!(mark)],
  ] as const) {
    const commandId = randomUUID();
    expect(await send(name, payload, commandId)).toMatchObject({ status: 'accepted' });
    // The same but for the secret is the same command: what is kept of it tells nothing about the secret.
    expect(await send(name, payloads[name]!('Another#Mark1'), commandId)).toMatchObject({ status: 'accepted' });
  }
  // Refused, broken and unknown ones tell as little.
  await send('user.changePassword', { oldPassword: mark, newPassword: mark }, randomUUID());
  await send('user.setAdministratorPassword', { password: mark }, randomUUID());
  const everything = [await everythingStored(), lines.join('\n'), answers.join('\n')].join('\n');
  expect(everything).toContain('argon2id');
  for (const trace of [...traces(mark), ...traces(`${mark}9`)]) expect(everything.includes(trace), trace).toBe(false);
});
