import { afterAll, beforeAll, expect, test } from 'vitest';
import { teachingClassStudent } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import { dictionaryRows } from '@jwxt/infra/base-data/dictionary.data.ts';
import { load, newStudent } from '../testing/command-sample.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { openCourseSamples, prepareOpenCourse } from '../testing/open-course-samples.ts';
import { loadScoreSchool, people } from '../testing/score-school.ts';
import { tellOfRosters } from './roster-messages.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await load(t, 'dataDict', dictionaryRows);
  await loadScoreSchool(t);
  await prepareOpenCourse(t);
});
afterAll(() => t.stop());

// OPEN-COURSE-03: later changes of a roster are told to whom they concern.
test('who comes onto the roster of an open-course class or goes hears of it once, and so do its teachers', async () => {
  const { payload } = await openCourseSamples['teachingJob.change']!.prepare(t, 1);
  const { teachingClassId } = payload as { teachingClassId: string };
  const studentCode = await newStudent(t, 1);
  const { pool } = t.app.services;
  for (const [user, gh, code] of [
    ['student-1', null, studentCode],
    ['teacher-1', 'OJ1', null],
  ])
    await pool.query(
      `insert into base.user_account (user_name, name, kind, password_hash, gh, student_code)
        values ($1, $1, $2, '', $3, $4)`,
      [user, gh === null ? 'student' : 'teacher', gh, code],
    );
  const told = async (user: string) =>
    (
      await pool.query<{ title: string }>(
        `select title from base.system_message_entity join base.system_message_audience
            using (system_message_entity_id)
          where user_name = $1 and title like '%教学班%' order by create_time, title`,
        [user],
      )
    ).rows.map(({ title }) => title);
  const { commands } = teachingClassStudent;
  const { key } = await t.accept<{ key: string }>(
    commands.create.name,
    { values: { teachingClassId, studentCode, listSource: '手工' } },
    { actor: people.office },
  );
  await tellOfRosters(pool, new Date());
  await tellOfRosters(pool, new Date());
  expect([await told('student-1'), await told('teacher-1')]).toEqual([['已加入教学班'], ['教学班名单有变化']]);
  await t.accept(commands.delete.name, { key }, { actor: people.office });
  await tellOfRosters(pool, new Date());
  expect([await told('student-1'), await told('teacher-1')]).toEqual([
    ['已加入教学班', '已退出教学班'],
    ['教学班名单有变化'],
  ]);
});
