import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { querySystemUsers } from '@jwxt/contracts/access/account.operations.ts';
import { allResources, operations } from '@jwxt/contracts/all-areas.ts';
import { queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import { approvalTab } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { scoreLog } from '@jwxt/contracts/audit/score-log.operations.ts';
import { examSetStudents, queryExamSets } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { retakeStudents } from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { queryApiCalls } from '@jwxt/contracts/session/api-token.operations.ts';
import { statusMovementPersons } from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import { backupStatus } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import { longJobItems } from '@jwxt/contracts/system/long-job.operations.ts';
import type { Browser } from './testing/browser.ts';
import { callsOf, readingOperations } from './testing/list-calls.ts';
import { startSchool, type School } from './testing/school.ts';

/*
 * Decision 094: whatever a list says that it is sorted by, it is.
 */

/** A job, and a program's token. */
const someId = randomUUID();

let school: School;
let office: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  const codes = [...new Set(operations.map(permissionOf).filter((code) => code !== null))];
  await school.pool.query(
    `insert into base.role_permission (jsbh, qxbh) select '02', unnest($1::text[]) on conflict do nothing`,
    [codes],
  );
  office = await school.browser('office1');
  // Lists of one class, one batch and one notice, which must be there.
  const [set] = (await office.get(queryExamSets, {})).list;
  if (!set) throw new Error('a school without a class');
  const { teachingClassId, semesterId, scoreType } = set;
  narrowing.set(examSetStudents.id, { teachingClassId, semesterId, scoreType, status: '1' });
  narrowing.set(scoreLog.id, { teachingClassId, scoreType });
  narrowing.set(retakeStudents.id, { rebuildClassId: 'RETAKEN' });
  narrowing.set(queryApprovals.id, { type: approvalTab.decided });
  narrowing.set(longJobItems.id, { jobId: someId });
  narrowing.set(queryApiCalls.id, { tokenId: someId });
  narrowing.set(statusMovementPersons.id, { from: '2026-01-01', to: '2026-12-31', direction: 'in' });
  await school.pool.query(
    `insert into base.teaching_class (teaching_class_id, teaching_class_code, teaching_class_name, semester_id,
        course_id, open_department_id, xqdm, class_kind)
      select 'RETAKEN', 'RETAKEN', '重修班', semester_id, course_id, open_department_id, xqdm, '4'
        from base.teaching_class where teaching_class_id = $1`,
    [teachingClassId],
  );
  await school.pool.query(
    `insert into base.long_job (job_id, kind, title, status, total, payload, actor, correlation_id, user_name, name,
        created_at)
      values ($1, 'v', '任务', '2', 1, '{}', '{}', 'v', 'office1', '教务处', now())`,
    [someId],
  );
  await school.pool.query(
    `insert into base.backup_day (backup_day_id, backup_name, backup_date, backup_status)
      values ('11', '备份', '2026-01-01', $1)`,
    [backupStatus.done],
  );
  await school.pool.query(
    `insert into base.professional_diversion (diversion_id, diversion_name, source_grade_major_id, diversion_type,
        volunteer_begin, volunteer_end, volunteer_num, admit_rule, score_basis)
      select '11', '分流', min(njzydm), '1', now(), now() + interval '1 day', 1, '1', '1' from base.grade_major`,
  );
  await school.pool.query(
    `insert into base.notice (notice_id, notice_name, notice_type_id, content, audience, create_user, create_name,
        create_time, edit_time, publish_status)
      select '11', '通知', min(notice_type_id), '内容', '{"everyone": true}', 'office1', '教务处', now(), now(), '1'
        from base.notice_type`,
  );
});
afterAll(() => school.stop());

const sortsOf = (operation: (typeof readingOperations)[number]): string[] => {
  const { sort } = 'shape' in operation.input ? (operation.input as { shape: Record<string, unknown> }).shape : {};
  return (sort as { unwrap?: () => { options: string[] } } | undefined)?.unwrap?.().options ?? [];
};
/** What a list asks for that nobody looks through whole. */
const narrowing = new Map<string, Record<string, unknown>>(
  allResources.flatMap(({ operations: { query }, listedBy: [field] = [] }) =>
    field === undefined ? [] : [[query.id, { [field]: '1' }]],
  ),
);

it('every list takes each of its sorts, both ways', async () => {
  const lists = readingOperations.filter((operation) => sortsOf(operation).length > 0);
  expect(lists.length).toBeGreaterThan(100);
  const failed: string[] = [];
  const attempt = async (operation: (typeof lists)[number], sort: string) => {
    const answer = await office.call(operation, { ...callsOf(operation)[0], ...narrowing.get(operation.id), sort });
    if (answer.code !== '200') failed.push(`${operation.id} ${sort}: ${answer.code} ${answer.message}`);
  };
  for (const operation of lists)
    for (const key of sortsOf(operation).filter((sort) => !sort.endsWith(',desc')))
      await Promise.all([attempt(operation, key), attempt(operation, `${key},desc`)]);
  expect(failed).toEqual([]);
}, 240_000);

it('accounts go by the pinyin of their names, and what is empty comes last', async () => {
  const names = (await office.get(querySystemUsers, { sort: 'name', pageSize: 200 })).rows.map(({ name }) => name);
  expect(new Set(names).size).toBeGreaterThan(3);
  expect(names).toEqual(names.toSorted(new Intl.Collator('zh-Hans-CN', { numeric: true }).compare));
  const units = async (sort: 'departmentName' | 'departmentName,desc') =>
    (await office.get(querySystemUsers, { sort, pageSize: 200 })).rows.map(({ departmentName }) => departmentName);
  for (const sort of ['departmentName', 'departmentName,desc'] as const)
    expect((await units(sort)).join('|').replace(/\|+$/, '')).not.toContain('||');
});

it('the approval centre goes through its time either way', async () => {
  const times = async (sort?: 'time' | 'time,desc') =>
    (await office.get(queryApprovals, { timeScopeValue: '0', pageSize: 50, ...(sort ? { sort } : {}) })).list.map(
      ({ applyTime }) => applyTime,
    );
  const back = await times();
  expect(await times('time,desc')).toEqual(back);
  expect(await times('time')).toEqual(back.toSorted());
  // What all of them have in sight is sorted among a person's own decisions alone.
  expect(await office.call(queryApprovals, { type: approvalTab.waiting, sort: 'applicant' })).toMatchObject({
    fieldErrors: [{ field: 'sort', message: '只有已办可以这样排序' }],
  });
});
