import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auditScore, auditStudents } from '@jwxt/contracts/audit/audit.operations.ts';
import { allResources, operations } from '@jwxt/contracts/all-areas.ts';
import { currentUser } from '@jwxt/contracts/session/session.operations.ts';
import { permissionOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import type { Browser } from './testing/browser.ts';
import { startSchool, type School } from './testing/school.ts';

let school: School;
let person: Browser;

beforeAll(async () => {
  school = await startSchool({ services: true });
  // One who may call everything, so that the input itself is judged.
  const codes = [...new Set(operations.map(permissionOf).filter((code) => code !== null))];
  await school.pool.query(`insert into base.role (jsbh, jsmc, jslx) values ('T', '测试', 'casual')`);
  await school.pool.query(`insert into base.role_permission (jsbh, qxbh) select 'T', unnest($1::text[])`, [codes]);
  await school.pool.query(`insert into base.user_role (user_name, jsbh) values ('nobody', 'T')`);
  person = await school.browser('nobody');
});
afterAll(() => school.stop());

/**
 * Texts that break careless code: quotes, wildcards, null bytes, half surrogates, numbers out of range, other people's
 * formats.
 */
const hostile = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    '99999999999999999999',
    '1.5',
    'NaN',
    'null',
    'true',
    '[]',
    '{}',
    '__proto__',
    'constructor',
    "'; drop schema base; --",
    '%',
    '_',
    '\\',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '../../etc/passwd',
    '<script>',
    '2026-02-30',
    '2026-13-01 25:61:61',
    '９９',
    'x'.repeat(5000),
    `${' '.repeat(4000)}x`,
    '<'.repeat(4000),
    `${'0'.repeat(4000)}1`,
    `${'1'.repeat(4000)}.`,
    '.-'.repeat(2000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  hostile,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(hostile, { maxLength: 3 }),
  fc.dictionary(
    fc.string({ maxLength: 8 }).map((name) => `k${name}`),
    hostile,
    { maxKeys: 3, noNullPrototype: true },
  ),
);

/** Fields of an operation, some of them with hostile values, and one that it does not have. */
function inputOf(operation: Operation): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {} } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  const fields = Object.fromEntries(
    Object.keys(properties).map((name) => [name, operation.encoding === 'json' ? value : hostile]),
  );
  // Half a surrogate pair cannot be written into an address at all.
  return fc
    .record({ ...fields, unexpected: hostile }, { requiredKeys: [], noNullPrototype: true })
    .map((input) =>
      Object.fromEntries(
        Object.entries(input).map(([name, given]) => [
          name,
          typeof given === 'string' && operation.path.includes(`{${name}}`) ? given.toWellFormed() : given,
        ]),
      ),
    );
}

const resources = new Set<string>(allResources.map(({ name }) => name));
/** One of those that all resources have: what judges its input is the same for each. */
const isDeclared = ({ id }: Operation): boolean => resources.has(id.split('.')[0]!);

// Signing out ends the session that the others need.
const judged = operations
  .filter(({ id }) => !['session.logout', 'session.casLogout'].includes(id))
  .map((operation): [string, Operation] => [operation.id, operation]);

describe('whatever is sent', () => {
  it.each(judged)('%s answers in Chinese with a code and a trace id, and never breaks', async (_id, operation) => {
    await fc.assert(
      fc.asyncProperty(inputOf(operation), async (input) => {
        const answer = await person.call(operation, input);
        expect(answer.status, JSON.stringify({ input, answer })).toBeLessThan(500);
        if (answer.status < 400) return;
        expect(answer.message, answer.code).toMatch(/\p{Script=Han}/u);
        expect(answer.traceId).toMatch(/\S/);
        for (const { message } of answer.fieldErrors ?? []) expect(message).toMatch(/\p{Script=Han}/u);
      }),
      { numRuns: isDeclared(operation) ? 5 : 20, endOnFailure: true },
    );
    expect(await person.call(currentUser, {})).toMatchObject({ code: '200' });
  });

  it('a text that no database can hold is refused at its field', async () => {
    const answer = await person.call(auditStudents, { keyword: 'a\u0000b' });
    expect(answer).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'keyword', message: '含有不能使用的字符' }],
    });
  });

  it('a moment that is on no calendar is refused at its field', async () => {
    const answer = await person.call(auditScore, { studentCode: 'S1', courseCode: 'K1', asOf: '2026-13-01 25:61:61' });
    expect(answer).toMatchObject({
      status: 400,
      fieldErrors: [{ field: 'asOf', message: '时间格式应为 YYYY-MM-DD HH:mm:ss' }],
    });
  });

  it('a body that is no JSON, no form or of another type is refused in words', async () => {
    const post = async (contentType: string, payload: string) =>
      await school.app.inject({
        method: 'POST',
        url: '/api/score/scoreEntry/save?_t=1',
        headers: { 'content-type': contentType, cookie: person.cookieHeader },
        payload,
      });
    for (const [contentType, payload] of [
      ['application/json', '{"a":'],
      ['application/json', ''],
      ['text/xml', '<a/>'],
      ['application/x-www-form-urlencoded', '%%%'],
      ['multipart/form-data', 'x'],
    ] as const) {
      const answer = await post(contentType, payload);
      expect(answer.statusCode, contentType).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode, contentType).toBeLessThan(500);
      expect(answer.json<{ message: string }>().message).toMatch(/\p{Script=Han}/u);
    }
  });
});
