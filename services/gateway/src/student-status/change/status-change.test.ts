import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  applyForOwnChange,
  implementStatusChangeOperation,
  processStatusChange,
  queryOwnChanges,
  queryReturning,
  statusChangeEffects,
  submitStatusChangeOperation,
} from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { statusChange } from '@jwxt/contracts/student-status/change/status-change.resource.ts';
import { queryStatusLog, statusTimeline } from '@jwxt/contracts/student-status/change/status-log.operations.ts';
import type { Browser } from '../../testing/browser.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { PASSWORD } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';
import { decide } from '../../testing/score-steps.ts';

const soon = { timeout: 60_000, interval: 50 };
const id = (): string => crypto.randomUUID();
const studentCode = 'S2026001';
const today = toDateTimeText(new Date()).slice(0, 10);
let school: School;
let as: Record<'office1' | 'clerk1' | 'clerk2' | 'dean1' | 'dean2' | 'registrar1' | 'student1', Browser>;

beforeAll(async () => {
  school = await startSchool({ services: true });
  const account = { userName: 'student1', name: '张三', kind: 'student', password: PASSWORD, studentCode };
  await insertReferenceRows(school.pool, 'userAccount', [account]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  await school.pool.query(`update base.user_account set department_id = '102' where user_name = 'clerk2'`);
  const names = ['office1', 'clerk1', 'clerk2', 'dean1', 'dean2', 'registrar1', 'student1'] as const;
  const browsers = await Promise.all(names.map((name) => school.browser(name)));
  as = Object.fromEntries(names.map((name, at) => [name, browsers[at]])) as typeof as;
});
afterAll(() => school.stop());

const { operations } = statusChange;
const listed = async (by: Browser) =>
  (await by.get(operations.query, { pageNo: 1, pageSize: 10 })).rows.map((row: WireRow) => row['applyId']);

// STUDENT-STATUS-02, STUDENT-STATUS-16, STUDENT-STATUS-40
test('a change to another unit is seen by both, told before, implemented, and stands in the log', async () => {
  const { rows } = await school.pool.query<{ bjdm: string }>(
    `select bjdm from base.class_info where dwh = '102' limit 1`,
  );
  const classAfter = rows[0]?.bjdm ?? '';
  const values = {
    studentCode,
    changeType: '26',
    changeReason: '99',
    reasonText: '专业特长',
    effectiveDate: today,
    endDate: null,
    classAfter,
    studentTypeAfter: null,
    chosenStatus: null,
    targetSchool: null,
  };
  const { key: applyId } = await as.clerk1.get(operations.create, { commandId: id(), values });
  expect(await listed(as.clerk1)).toEqual([applyId]);
  expect(await listed(as.clerk2)).toEqual([applyId]);
  expect((await as.clerk2.call(submitStatusChangeOperation, { commandId: id(), applyId })).code).toBe('OUT_OF_SCOPE');
  await as.clerk1.get(submitStatusChangeOperation, { commandId: id(), applyId });
  expect(
    (
      await as.dean2.get(processStatusChange, {
        commandId: id(),
        keyList: [applyId],
        approvalStatus: '0',
        approvalOpinion: '同意',
        revisions: { [applyId]: 0 },
      })
    ).results[applyId]?.code,
  ).not.toBe('0');
  for (const by of [as.dean1, as.dean2, as.registrar1]) {
    await vi.waitFor(async () => {
      expect((await by.call(approvalDetail, { applyId })).data?.mayApprove).toBe(true);
    }, soon);
    await decide(by, applyId, '0');
  }
  await vi.waitFor(async () => {
    const told = await as.office1.get(statusChangeEffects, { applyId });
    expect([told.approvalBusinessStatus, told.problem]).toEqual(['9', '']);
    expect(told.effects.map(({ kindName }) => kindName)).toContain('执行计划');
    expect(told.effects.every(({ doneTime }) => doneTime === null)).toBe(true);
  }, soon);
  const document = { documentNumber: '', documentDate: '' };
  expect((await as.clerk1.call(implementStatusChangeOperation, { commandId: id(), applyId, ...document })).code).toBe(
    'FORBIDDEN',
  );
  await vi.waitFor(async () => {
    const answer = await as.office1.call(implementStatusChangeOperation, { commandId: id(), applyId, ...document });
    expect(['STATUS_CHANGE_IMPLEMENTED', answer.message]).toContain(
      answer.code === '200' ? answer.message : answer.code,
    );
    const told = await as.office1.get(statusChangeEffects, { applyId });
    expect(told.implementStatus).toBe('2');
    expect(told.effects.every(({ doneTime }) => doneTime !== null)).toBe(true);
  }, soon);
  expect(
    (await school.pool.query('select bjdm, dwh from base.student where student_code = $1', [studentCode])).rows,
  ).toEqual([{ bjdm: classAfter, dwh: '102' }]);
  expect(await listed(as.clerk1)).toEqual([applyId]);
  const log = await as.clerk2.get(queryStatusLog, { operation: '转系', pageNo: 1, pageSize: 10 });
  expect(log.rows.map(({ fieldName, operatorName }) => [fieldName, operatorName])).toEqual([['行政班', '钱办公']]);
  expect((await as.clerk1.get(queryStatusLog, { operation: '转系', pageNo: 1, pageSize: 10 })).total).toBe(0);
  const { steps } = await as.student1.get(statusTimeline, {});
  expect(steps.map(({ what }) => what)).toEqual(['转系', '入学']);
  expect((await as.clerk1.call(statusTimeline, { studentCode })).code).toBe('OUT_OF_SCOPE');
});

test('a student applies for 休学 himself; who does not come back is listed as overdue', async () => {
  const form = {
    applyId: id(),
    changeType: '11',
    changeReason: '26',
    reasonText: '照顾家人',
    effectiveDate: today,
    endDate: `${String(Number(today.slice(0, 4)) + 1)}${today.slice(4)}`,
    classAfter: '',
    targetSchool: '',
  };
  await as.student1.get(applyForOwnChange, { commandId: id(), ...form });
  const own = await as.student1.get(queryOwnChanges, {});
  expect(own.list[0]).toMatchObject({ applyId: form.applyId, own: true, changeTypeName: '休学' });
  await school.pool.query(
    `with told as (insert into base.student_status_fact (fact_key, student_code, effective_date, change_type, source,
        apply_id, status, in_school, effected_at)
        select 'late', student_code, base.school_day() - 20, '11', 'change', 'late', '02', false, now()
          from base.student where student_code = 'S2026002' returning student_code)
     insert into base.status_change (apply_id, student_code, change_type, change_reason, reason_text, effective_date,
        end_date, approval_status, implement_status)
      select 'late', student_code, '11', '26', '', base.school_day() - 20, base.school_day() - 3, '9', '2' from told`,
  );
  const late = await as.office1.get(queryReturning, { pageNo: 1, pageSize: 10 });
  expect([late.overdue, late.rows.map(({ daysLeft, changeType, applied }) => [daysLeft, changeType, applied])]).toEqual(
    [1, [[-3, '11', false]]],
  );
});
