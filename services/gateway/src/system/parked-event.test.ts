import { afterAll, beforeAll, expect, it } from 'vitest';
import { parkedEventQuery, parkedEventReplay } from '@jwxt/contracts/system/parked-event.operations.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
beforeAll(async () => {
  school = await startSchool({ services: true });
});
afterAll(() => school.stop());

it('parked events are shown with their reason, oldest first, and tried again on request', async () => {
  const admin = await school.browser('admin');
  expect(await admin.get(parkedEventQuery, {})).toEqual({ list: [] });
  await school.pool.query(
    `insert into projection.parked (name, generation, stream, revision, event_type, commit_position, prepare_position,
        reason, at)
     select name, generation, 'scoreSheet-none.1', 4, 'CellsEntered', 20, 20, '处理失败', now()
     from projection.read_model where name = 'attempt' and status = 'serving'`,
  );
  await school.pool.query(
    `insert into commands.policy_parked (policy, stream, revision, event_type, commit_position, prepare_position,
        reason, at)
      values ('none', 'application-none', 2, 'ApplicationPassed', 10, 10, '无法执行', now())`,
  );
  expect((await admin.get(parkedEventQuery, {})).list).toMatchObject([
    {
      holder: 'none',
      holderKind: 'policy',
      stream: 'application-none',
      revision: 2,
      eventType: 'ApplicationPassed',
      reason: '无法执行',
    },
    {
      holder: 'attempt',
      holderKind: 'readModel',
      stream: 'scoreSheet-none.1',
      revision: 4,
      eventType: 'CellsEntered',
      reason: '处理失败',
    },
  ]);
  expect(await admin.get(parkedEventReplay, { commandId: crypto.randomUUID() })).toEqual({
    replayed: 0,
    remaining: 1,
    readModels: ['attempt'],
  });
  expect(
    await (await school.browser('teacher1')).call(parkedEventReplay, { commandId: crypto.randomUUID() }),
  ).toMatchObject({ status: 403 });
});
