import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRole, deleteRole, queryRoles } from '@jwxt/contracts/access/role.operations.ts';
import {
  approveSecondPerson,
  querySecondPerson,
  requestSecondPerson,
  revokeSecondPerson,
  secondPersonStatus as status,
} from '@jwxt/contracts/access/second-person.operations.ts';
import { noticeType } from '@jwxt/contracts/notice/notice-type.resource.ts';
import { operationLogDetail, queryOperationLog } from '@jwxt/contracts/system/operation-log.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';

/* A second person confirms a dangerous operation (kind 3 of secondaryAuth). */

let school: School;
let admin: Browser;
let second: Browser;
let office: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  await school.pool.query(`insert into base.role_assignment (user_name, jsbh) values ('nobody', '01')`);
  [admin, second, office] = await Promise.all([
    school.browser('admin'),
    school.browser('nobody'),
    school.browser('office1'),
  ]);
});
afterAll(() => school.stop());
const need = (value: '0' | '1') =>
  school.pool.query(`update base.parameter set para_value = $1 where param_code = 'GWCZ_EJQR'`, [value]);
beforeEach(() => need('1'));

const id = (): string => crypto.randomUUID();
const page = { pageNo: 1, pageSize: 50 };
let made = 0;
/** A role that nobody holds, and the call that removes it. */
async function removal(): Promise<{ commandId: string; jsbh: string }> {
  made += 1;
  const jsbh = `x${String(made)}`;
  await admin.get(createRole, { commandId: id(), jsbh, jsmc: `临时角色${String(made)}`, jslx: '1', jsms: '' });
  return { commandId: id(), jsbh };
}
const isThere = async (jsbh: string) =>
  (await admin.get(queryRoles, { ...page, jslx: '1' })).rows.some((role) => role.jsbh === jsbh);
const request = (input: object, by = admin) =>
  by.call(requestSecondPerson, { commandId: id(), operation: deleteRole.id, input: { ...input }, reason: '不再使用' });
const decide = (authId: string, agreed: '0' | '1', by = second) =>
  by.call(approveSecondPerson, { commandId: id(), authId, agreed, opinion: '已核对' });
/** Who was told of something that waits, or of what became of it, by title. */
const told = async (jsbh: string) =>
  (
    await school.pool.query<{ title: string; user_name: string }>(
      `select message.title, audience.user_name from base.system_message_entity message
        join base.system_message_audience audience using (system_message_entity_id)
        where message.content like '%角色 ' || $1 || '”%' and message.link = '/jwxt/gly/systemManage/secondaryAuth'
        order by message.create_time, audience.user_name`,
      [jsbh],
    )
  ).rows.map((row) => [row.title, row.user_name]);
const seenBy = async (browser: Browser, authId: string) =>
  (await browser.get(querySecondPerson, page)).rows.find((row) => row.authId === authId);
/** A removal that waits. */
async function waiting() {
  const input = await removal();
  expect(await admin.call(deleteRole, input)).toMatchObject({ code: 'SECOND_PERSON_NEEDED' });
  const { data } = await request(input);
  return { input, authId: data.authId };
}

test('a school that does not ask for it works as before', async () => {
  await need('0');
  const input = await removal();
  await admin.get(deleteRole, input);
  expect(await isThere(input.jsbh)).toBe(false);
});

test('it waits until another person who may has looked at it, and is then done once, with both names', async () => {
  const { input, authId } = await waiting();
  expect(await isThere(input.jsbh)).toBe(true);
  expect(await admin.call(deleteRole, input)).toMatchObject({ code: 'SECOND_PERSON_NEEDED' });
  expect(await request(input)).toMatchObject({ code: 'SECOND_PERSON_ASKED' });
  expect(await seenBy(second, authId)).toMatchObject({
    operationName: '删除角色',
    told: `角色 ${input.jsbh}`,
    why: '角色的权限和数据权限一并删除，不能恢复',
    reason: '不再使用',
    fromUserName: '管理员',
    authStatus: status.waiting,
    mayDecide: true,
    mayWithdraw: false,
  });
  expect(await seenBy(admin, authId)).toMatchObject({ mayDecide: false, mayWithdraw: true });
  expect(await told(input.jsbh)).toEqual([['有高危操作等待您确认', 'nobody']]);

  // Neither whoever asked nor who may not do it.
  expect(await decide(authId, '1', admin)).toMatchObject({ code: 'SECOND_PERSON_SAME' });
  expect(await seenBy(office, authId)).toBeUndefined();
  expect(await decide(authId, '1', office)).toMatchObject({ code: 'SECOND_PERSON_RIGHT' });
  expect(await isThere(input.jsbh)).toBe(true);

  expect(await decide(authId, '1')).toMatchObject({ code: '200' });
  expect(await isThere(input.jsbh)).toBe(false);
  expect(await seenBy(admin, authId)).toMatchObject({
    authStatus: status.done,
    toUserName: '无角色',
    opinion: '已核对',
    mayWithdraw: false,
  });
  expect((await told(input.jsbh)).at(-1)).toEqual(['您申请的高危操作已确认', 'admin']);
  // Once, however often it is confirmed or called again.
  expect(await decide(authId, '1')).toMatchObject({ code: '200' });
  expect(await admin.call(deleteRole, input)).toMatchObject({ code: '200' });
  const { rows } = await admin.get(queryOperationLog, { ...page, resource: 'role', key: input.jsbh });
  expect(rows.map(({ operation, userName, confirmedBy }) => [operation, userName, confirmedBy])).toEqual([
    ['delete', 'admin', '无角色（nobody）'],
    ['create', 'admin', ''],
  ]);
  const { rows: steps } = await admin.get(queryOperationLog, { ...page, resource: 'secondaryAuth', key: authId });
  expect(steps.map(({ operationName, userName }) => [operationName, userName])).toEqual([
    ['确认', 'nobody'],
    ['申请确认', 'admin'],
  ]);
  const { fields } = await admin.get(operationLogDetail, { logId: steps[0]!.logId });
  expect(fields).toContainEqual(expect.objectContaining({ field: 'fromUser', after: 'admin' }));
});

test('what is refused, taken back or over is not done, and may be asked for again', async () => {
  const refused = await waiting();
  await decide(refused.authId, '0');
  expect(await decide(refused.authId, '1')).toMatchObject({ code: 'SECOND_PERSON_DECIDED' });
  const withdrawn = await waiting();
  expect(await second.call(revokeSecondPerson, { commandId: id(), authId: withdrawn.authId })).toMatchObject({
    code: 'NOT_FOUND',
  });
  await admin.get(revokeSecondPerson, { commandId: id(), authId: withdrawn.authId });
  expect(await decide(withdrawn.authId, '1')).toMatchObject({ code: 'SECOND_PERSON_DECIDED' });
  const over = await waiting();
  await school.pool.query(`update base.second_person set end_time = now() - interval '1 minute' where auth_id = $1`, [
    over.authId,
  ]);
  expect(await decide(over.authId, '1')).toMatchObject({ code: 'SECOND_PERSON_OVER' });
  for (const [{ authId, input }, authStatus] of [
    [refused, status.refused],
    [withdrawn, status.withdrawn],
    [over, status.over],
  ] as const) {
    expect(await seenBy(second, authId)).toMatchObject({ authStatus, mayDecide: false });
    expect(await admin.call(deleteRole, input)).toMatchObject({ code: 'SECOND_PERSON_NEEDED' });
    expect(await isThere(input.jsbh)).toBe(true);
    expect(await request(input)).toMatchObject({ code: '200' });
  }
});

test('it is done with what whoever asked may do by then, and what stands in its way is told', async () => {
  const { input, authId } = await waiting();
  await school.pool.query(`insert into base.role_assignment (user_name, jsbh) values ('auditor1', $1)`, [input.jsbh]);
  expect(await decide(authId, '1')).toMatchObject({ code: 'ROLE_HELD' });
  expect(await seenBy(second, authId)).toMatchObject({ authStatus: status.confirmed, mayDecide: true });
  // What was confirmed is the request: whoever asked does nothing else under its id, and not the same by himself.
  const other = await removal();
  for (const jsbh of [other.jsbh, input.jsbh])
    expect(await admin.call(deleteRole, { ...input, jsbh })).toMatchObject({ code: 'SECOND_PERSON_NEEDED' });
  expect(await isThere(other.jsbh)).toBe(true);
  await school.pool.query('delete from base.role_assignment where jsbh = $1', [input.jsbh]);
  expect(await decide(authId, '1')).toMatchObject({ code: '200' });
  expect(await isThere(input.jsbh)).toBe(false);
});

test('only what is dangerous is asked for, by who may do it, in words that it understands', async () => {
  const ask = (operation: string, input: Record<string, unknown>, by = admin) =>
    by.call(requestSecondPerson, { commandId: id(), operation, input, reason: '试' });
  expect((await ask(createRole.id, {})).fieldErrors).toEqual([{ field: 'operation', message: '该操作无需确认' }]);
  expect((await ask(deleteRole.id, { jsbh: 'x1' })).fieldErrors).toEqual([
    { field: 'input', message: '操作内容无法识别，请重新操作' },
  ]);
  expect(await request(await removal(), await school.browser('teacher1'))).toMatchObject({ code: 'FORBIDDEN' });
});

test('removing many rows at once waits, one row does not', async () => {
  const values = { noticeTypeName: '临时通知', needRead: '0', sortNum: 9, sfqy: '1' } as const;
  const keys = [
    (await office.get(noticeType.operations.create, { commandId: id(), values })).key,
    (await office.get(noticeType.operations.create, { commandId: id(), values: { ...values, noticeTypeName: '又一' } }))
      .key,
  ];
  expect(await office.call(noticeType.operations.batchDelete, { commandId: id(), keys })).toMatchObject({
    code: 'SECOND_PERSON_NEEDED',
  });
  expect(await office.call(noticeType.operations.delete, { commandId: id(), key: keys[0]! })).toMatchObject({
    code: '200',
  });
});
