import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import { leaveRoster } from '../../base-info/shared/roster.ts';
import type { Chore } from '../../kernel/area.ts';
import { systemActor } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { repeatedly } from '../../kernel/repeatedly.ts';
import { readSheetStates } from '../../score/shared/interrupted-remark.ts';

const everyMs = 10 * 60_000;

interface Place {
  readonly teachingClassId: string;
  readonly studentCode: string;
  readonly listSource: string;
}

/**
 * Takes temporary students whose time has ended off the rosters of semesters that go on longer, where nobody has set up
 * scores for the class (STUDENT-STATUS-10). Who stays to the end of the semester keeps his place and score.
 * Answers how many places.
 */
export async function endTemporaryStudents(services: CommandServices): Promise<number> {
  const { pool } = services;
  const { rows } = await pool.query<Place>(
    `select roster.teaching_class_id as "teachingClassId", roster.student_code as "studentCode",
        roster.list_source as "listSource"
       from base.temporary_student guest
       join base.teaching_class_student roster on roster.student_code = guest.temporary_student_id
       join base.teaching_class class using (teaching_class_id)
       join base.semester on semester.xnxq = class.semester_id and semester.sfgd = '0'
      where guest.to_student_code is null and guest.end_date < base.school_day() and semester.jsrq > guest.end_date
      order by roster.teaching_class_id, roster.student_code limit 500`,
  );
  const states = await readSheetStates(services, [...new Set(rows.map(({ teachingClassId }) => teachingClassId))]);
  let left = 0;
  for (const place of rows) {
    const { teachingClassId, studentCode } = place;
    if ((states.get(teachingClassId) ?? sheetStatus.unset) !== sheetStatus.unset) continue;
    const commandId = derivedId(`temporaryStudent:end:${studentCode}:${teachingClassId}`);
    const refused = await inTransaction(pool, (client) =>
      leaveRoster(
        client,
        {
          commandId,
          command: 'temporaryStudent.end',
          correlationId: commandId,
          causationId: null,
          clientAddress: null,
          actor: systemActor,
          permission: null,
          time: new Date().toISOString(),
        },
        place,
      ),
    );
    if (refused === null) left += 1;
  }
  return left;
}

/** {@link endTemporaryStudents} every ten minutes, by the process that leads. */
export const startTemporaryEnds: Chore = (services, logger) =>
  repeatedly(everyMs, async () => {
    try {
      const left = await endTemporaryStudents(services);
      if (left > 0) logger.info({ left }, '临时学生已到结束日期，已退出教学班名单');
    } catch (error) {
      logger.warn({ err: error }, '临时学生到期的巡检未完成，稍后重试');
    }
  });
