import type { z } from 'zod';
import type { updateMakeup } from '@jwxt/contracts/makeup/makeup.command.ts';
import { listStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
import { makeupOption } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { hasCurrentTeacher, setOnlyTeacher } from './class-teacher.ts';

type Request = z.output<typeof updateMakeup.payload>;

interface GroupRow {
  makeupCourseId: string;
  listStatus: string;
  itemsKey: string;
  option: string;
  begin: Date;
  end: Date;
  courseName: string;
  teachers: string[];
}

/** Changes option, window or teacher of groups that are not frozen; all of them or none. */
export async function updateGroups(
  client: PoolClient,
  context: CommandContext,
  { makeupCourseIds, makeupAndDelayTemplateValue: option, window, teacherCode }: Request,
): Promise<{ changed: number } | Refused> {
  if (window && window.end <= window.begin)
    return refuse(
      'SHEET_WINDOW_INVALID',
      {},
      { fieldErrors: [{ field: 'window.end', message: '录入截止时间应晚于开始时间' }] },
    );
  if (teacherCode !== undefined && !(await hasCurrentTeacher(client, teacherCode)))
    return refuse('INVALID_INPUT', {}, { fieldErrors: [{ field: 'teacherCode', message: '请选择在职教师' }] });
  const ids = [...new Set(makeupCourseIds)];
  const { rows } = await client.query<GroupRow>(
    `select exam_group.makeup_course_id as "makeupCourseId", exam_group.list_status as "listStatus",
      exam_group.items_key as "itemsKey",
        exam_group.makeup_and_delay_template_value as option,
            exam_group.score_term_input_begin_time as begin, exam_group.score_term_input_end_time as "end",
              course.kcmc as "courseName",
            array(select taught.gh from base.teaching_class_teacher taught
              where taught.teaching_class_id = exam_group.makeup_course_id
              order by taught.sort_num) as teachers
       from base.makeup_course exam_group join base.teaching_class class
         on class.teaching_class_id = exam_group.makeup_course_id
       join base.course on course.kch = class.course_id
      where exam_group.makeup_course_id = any($1) order by 1 for update of exam_group`,
    [ids],
  );
  if (rows.length < ids.length) return refuse('MAKEUP_NOT_FOUND');
  const frozen = rows.find((row) => row.listStatus !== listStatus.open);
  if (frozen) return refuse('MAKEUP_FROZEN', { course: frozen.courseName });
  const mixed = option === makeupOption.replacesExam ? rows.find(({ itemsKey }) => itemsKey === '') : undefined;
  if (mixed) return refuse('MAKEUP_OPTION_MIXED', { course: mixed.courseName });
  for (const row of rows) {
    const begin = window?.begin ?? row.begin.toISOString();
    const end = window?.end ?? row.end.toISOString();
    await client.query(
      `update base.makeup_course
        set makeup_and_delay_template_value = $2, score_term_input_begin_time = $3, score_term_input_end_time = $4
        where makeup_course_id = $1`,
      [row.makeupCourseId, option ?? row.option, begin, end],
    );
    if (teacherCode !== undefined) await setOnlyTeacher(client, row.makeupCourseId, teacherCode);
    await logOperations(client, context, 'update', 'makeupCourse', [
      {
        key: row.makeupCourseId,
        before: { option: row.option, begin: row.begin, end: row.end, teachers: row.teachers },
        after: {
          option: option ?? row.option,
          begin,
          end,
          teachers: teacherCode === undefined ? row.teachers : [teacherCode],
        },
      },
    ]);
  }
  return { changed: rows.length };
}
